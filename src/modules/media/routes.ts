import { Type } from 'typebox';
import { invalidField } from '../../platform/errors/app-error.ts';
import { created, noContent, ok } from '../../platform/http/reply.ts';
import { access, type AnyRouteRow, asAliases, PRIVATE, route } from '../../platform/http/route.ts';
import type { UploadedFile } from '../../platform/http/uploads/uploads.ts';
import type { ImageSource, ListingImages } from './listing-images.ts';
import { IMAGE_UPLOAD } from './uploads.ts';
import { ImageView } from './views.ts';
import { t } from '../../platform/errors/sentence.ts';

/** Exceeds the limit of every plan. */
const ORDER_MAX = 100;

const Images = Type.Object({ images: Type.Array(ImageView) });
const OrderBody = Type.Object({ order: Type.Array(Type.String({ maxLength: 40 }), { maxItems: ORDER_MAX }) });

/** Paths below the seller's listings, and below `/listings` for API clients. */
export function imageRoutes(images: ListingImages) {
  return [...imageRoutesAt('/seller/listings', images), ...asAliases(imageRoutesAt('/listings', images))];
}

function imageRoutesAt(base: '/seller/listings' | '/listings', images: ListingImages): AnyRouteRow[] {
  return [
    route('GET', `${base}/:id/images`, {
      operationId: 'listingImages.list',
      showsInViews: true,
      tag: 'Listing images',
      summary: 'List the images of a listing, in order',
      access: access.seller('VIEWER', 'listings:read', 'listings:write'),
      rateLimit: 'seller',
      cache: PRIVATE,
      responses: { 200: Images },
      errors: ['NOT_FOUND'],
      handler: async ({ actor, params }) =>
        ok({ images: await images.list({ sellerId: actor.seller.sellerId, listingId: params.id }) }),
    }),
    route('POST', `${base}/:id/images`, {
      operationId: 'listingImages.add',
      tag: 'Listing images',
      summary: 'Add images to a listing',
      description:
        'Either all files are stored, or none. They are re-encoded in three sizes as JPEG and WebP, without metadata. The first image of a listing is its thumbnail.',
      access: access.seller('AGENT', 'listings:write'),
      rateLimit: 'upload',
      cache: PRIVATE,
      upload: IMAGE_UPLOAD,
      responses: { 201: Images },
      errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'PLAN_LIMIT_EXCEEDED', 'INVALID_STATE'],
      handler: async ({ actor, params, files }) => {
        const ref = { sellerId: actor.seller.sellerId, listingId: params.id };
        return created({ images: await images.add(ref, toSources(files)) });
      },
      answerAgain: async ({ actor, params }, ids) => {
        const added = new Set(ids.split(' '));
        const all = await images.list({ sellerId: actor.seller.sellerId, listingId: params.id });
        return created({ images: all.filter(({ id }) => added.has(id)) });
      },
    }),
    route('PATCH', `${base}/:id/images`, {
      operationId: 'listingImages.order',
      tag: 'Listing images',
      summary: 'Reorder the images of a listing',
      access: access.seller('AGENT', 'listings:write'),
      rateLimit: 'seller',
      cache: PRIVATE,
      body: OrderBody,
      responses: { 200: Images },
      errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'INVALID_STATE'],
      handler: async ({ actor, params, body }) => {
        const ref = { sellerId: actor.seller.sellerId, listingId: params.id };
        return ok({ images: await images.reorder(ref, body.order) });
      },
    }),
    route('DELETE', `${base}/:id/images/:imageId`, {
      operationId: 'listingImages.delete',
      tag: 'Listing images',
      summary: 'Delete an image of a listing',
      access: access.seller('AGENT', 'listings:write'),
      rateLimit: 'seller',
      cache: PRIVATE,
      responses: { 204: null },
      errors: ['NOT_FOUND', 'INVALID_STATE'],
      handler: async ({ actor, params }) => {
        const ref = { sellerId: actor.seller.sellerId, listingId: params.id };
        await images.remove(ref, params.imageId);
        return noContent();
      },
    }),
  ];
}

function toSources(files: readonly UploadedFile[]): ImageSource[] {
  if (files.length === 0)
    throw invalidField('images', t('must have at least one file (multipart/form-data, field images)'));
  return files.map((file, i) => ({
    path: file.path,
    bytes: file.bytes,
    name: file.filename,
    field: `${file.field}[${i}]`,
  }));
}
