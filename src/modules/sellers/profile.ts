import { type Origin, personal } from '../../platform/audit/audit-log.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { invalidField, invalidFields } from '../../platform/errors/app-error.ts';
import type { SellerActor } from '../../platform/http/route.ts';
import type { UploadedFile } from '../../platform/http/uploads/uploads.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { isDeepStrictEqual } from 'node:util';
import { toE164 } from '../../platform/text/phone.ts';
import { isVatIdForm } from '../../platform/text/vat-id.ts';
import type { StorePortrait } from '../media/index.ts';
import type { SellerProfile, SellerProfileBody } from './schemas.ts';
import {
  getSeller,
  hoursProblems,
  lockSeller,
  type OpeningHours,
  type SellerChanges,
  type SellerRow,
  updateSeller,
} from '../companies/index.ts';
import { findTrust } from './trust.repository.ts';
import type { Trust } from './trust.ts';
import { priceBasisOf, profileView } from './views.ts';
import { t } from '../../platform/errors/sentence.ts';

export type ProfileParts = Pick<Platform, 'db' | 'clock' | 'audit'> & {
  readonly storeLogo: StorePortrait;
  readonly trust: Trust;
};

/** A seller's own profile. Changing the company name or tax number ends the verification. */
export class Profile extends Service<ProfileParts> {
  async get(actor: SellerActor): Promise<SellerProfile> {
    return this.#view(await getSeller(this.parts.db, actor.seller.sellerId));
  }

  async update(actor: SellerActor, body: SellerProfileBody, origin: Origin): Promise<SellerProfile> {
    const seller = await inTransaction(this.parts.db, async (trx) => {
      const before = await lockSeller(trx, actor.seller.sellerId);
      const changes = changesOf(before, body, this.parts.clock.now());
      assertFormats(changes);
      if (body.openingHours !== undefined && body.openingHours !== null) assertHours(body.openingHours);
      if (Object.keys(changes).length === 0) return before;
      assertWholePosition({ ...before, ...changes });
      return this.#write(trx, before, changes, { actor, origin });
    });
    return this.#view(seller);
  }

  async putLogo(actor: SellerActor, files: readonly UploadedFile[]): Promise<SellerProfile> {
    const [file] = files;
    if (file === undefined) throw invalidField('logo', t('must be a file (multipart/form-data, field logo)'));
    await this.parts.storeLogo(actor.seller.sellerId, file, (logo, claim) =>
      inTransaction(this.parts.db, async (trx) => {
        await claim(trx);
        await this.#setLogo(trx, actor, logo);
      }),
    );
    return this.get(actor);
  }

  /** The sweep deletes the file once no seller refers to it. */
  async removeLogo(actor: SellerActor): Promise<void> {
    await inTransaction(this.parts.db, (trx) => this.#setLogo(trx, actor, null));
  }

  async #setLogo(trx: Transaction, actor: SellerActor, logo: string | null): Promise<void> {
    await updateSeller(trx, actor.seller.sellerId, { logo, updated_at: this.parts.clock.now() });
    await this.parts.trust.expire(trx, actor.seller.sellerId);
  }

  async #write(
    trx: Transaction,
    before: SellerRow,
    changes: SellerChanges,
    by: { readonly actor: SellerActor; readonly origin: Origin },
  ): Promise<SellerRow> {
    const { clock, trust, audit } = this.parts;
    const changesIdentity = changes.company_name !== undefined || changes.vat_id !== undefined;
    const after = await updateSeller(trx, before.id, {
      ...changes,
      ...(changesIdentity ? { verified: false, verified_at: null } : {}),
      updated_at: clock.now(),
    });
    await trust.expire(trx, before.id);
    if (changesIdentity) {
      const identity = ({ company_name, vat_id, verified }: SellerRow) => ({
        companyName: personal(company_name, before.id),
        vatId: personal(vat_id, before.id),
        verified,
      });
      await audit.record(trx, {
        actor: by.actor,
        action: 'seller.renamed',
        subject: { type: 'seller', id: before.id },
        before: identity(before),
        after: identity(after),
        origin: by.origin,
      });
    }
    return after;
  }

  async #view(seller: SellerRow): Promise<SellerProfile> {
    return profileView(seller, await findTrust(this.parts.db, seller.id));
  }
}

/** Returns the given fields that differ. */
function changesOf(before: SellerRow, body: SellerProfileBody, now: Date): SellerChanges {
  const requested: SellerChanges = {
    company_name: body.companyName?.trim(),
    about: body.about,
    phone: typeof body.phone === 'string' ? toE164(body.phone) : body.phone,
    whatsapp: typeof body.whatsapp === 'string' ? toE164(body.whatsapp) : body.whatsapp,
    languages: body.languages === null ? [] : body.languages,
    opening_hours: body.openingHours,
    email: body.email,
    website: body.website,
    vat_id: body.vatId?.toUpperCase() ?? body.vatId,
    default_price_basis: requestedBasis(before, body),
    street: body.street,
    trade_register: body.tradeRegister,
    certified_at: certifiedAt(before, body, now),
    country: body.country,
    region: body.region,
    city: body.city,
    postal_code: body.postalCode,
    lat: body.lat,
    lng: body.lng,
  };
  return Object.fromEntries(
    Object.entries(requested).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, before[name as keyof SellerRow]),
    ),
  );
}

function assertHours(hours: OpeningHours): void {
  const problems = hoursProblems(hours);
  if (problems.length > 0) throw invalidFields(problems);
}

function assertFormats({ vat_id: vatId, trade_register: register }: SellerChanges): void {
  if (typeof vatId === 'string' && !isVatIdForm(vatId))
    throw invalidField(
      'vatId',
      t('does not have the format of VAT numbers that start with {country}', { country: vatId.slice(0, 2) }),
    );
  if (typeof register === 'string' && !/\d/.test(register))
    throw invalidField('tradeRegister', t('must name the register and the number in it'));
}

/** A client that sends back the default basis does not pin it. */
function requestedBasis(
  before: SellerRow,
  { defaultPriceBasis }: SellerProfileBody,
): SellerChanges['default_price_basis'] {
  return defaultPriceBasis === priceBasisOf(before) ? undefined : defaultPriceBasis;
}

/** Keeps the time of the first certification. */
function certifiedAt(
  before: SellerRow,
  { certified }: SellerProfileBody,
  now: Date,
): Date | null | undefined {
  if (certified === undefined) return undefined;
  return certified ? (before.certified_at ?? now) : null;
}

function assertWholePosition(position: { readonly lat?: unknown; readonly lng?: unknown }): void {
  if ((position.lat === null) === (position.lng === null)) return;
  const missing = position.lat === null ? 'lat' : 'lng';
  throw invalidFields([
    { field: missing, message: t('is required because lat and lng are set or cleared together') },
  ]);
}
