import { noContent, ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import { LOGO_UPLOAD } from '../media/index.ts';
import type { Profile } from './profile.ts';
import { SellerProfile, SellerProfileBody } from './schemas.ts';

const common = {
  tag: 'Seller profile',
  access: access.seller('MANAGER'),
  rateLimit: 'seller',
  cache: PRIVATE,
} as const;

export function profileRoutes(profile: Profile) {
  return [
    route('GET', '/seller/profile', {
      ...common,
      operationId: 'sellerProfile.get',
      showsInViews: true,
      summary: 'Get your company profile and the parts of its trust score',
      access: access.seller('VIEWER'),
      responses: { 200: SellerProfile },
      handler: async ({ actor }) => ok(await profile.get(actor)),
    }),
    route('PUT', '/seller/profile', {
      ...common,
      operationId: 'sellerProfile.update',
      summary: 'Update your company profile',
      description:
        'Omitted fields stay unchanged; null clears. The slug never changes. A new companyName or vatId ends the verification.',
      body: SellerProfileBody,
      responses: { 200: SellerProfile },
      handler: async ({ actor, body, context }) => ok(await profile.update(actor, body, context)),
    }),
    route('PUT', '/seller/profile/logo', {
      ...common,
      operationId: 'sellerProfile.setLogo',
      summary: 'Set the logo',
      description: 'One image (form field `logo`). It is re-encoded to fit 512 by 512 pixels.',
      rateLimit: 'upload',
      upload: LOGO_UPLOAD,
      responses: { 200: SellerProfile },
      errors: ['VALIDATION_ERROR'],
      handler: async ({ actor, files }) => ok(await profile.putLogo(actor, files)),
    }),
    route('DELETE', '/seller/profile/logo', {
      ...common,
      operationId: 'sellerProfile.removeLogo',
      summary: 'Remove the logo',
      responses: { 204: null },
      handler: ({ actor }) => profile.removeLogo(actor).then(noContent),
    }),
  ];
}
