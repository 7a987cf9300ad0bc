import { csvOf, truck } from '../../fixtures/imports/own-csv.ts';
import type { MarketWrite, Proof } from './ledger.ts';

export const PASSWORD = 'Longhaul24';
export const PREMIUM = 'premium';

export interface Person {
  readonly email: string;
  readonly token: string;
}

function proofOf(what: string, sql: string, ...parameters: unknown[]): Proof {
  return { what, sql: `select count(*)::int as count from ${sql}`, parameters, count: 1 };
}

export function register(email: string, role: 'BUYER' | 'SELLER'): MarketWrite {
  const account = proofOf(`account ${email}`, 'users where email = $1', email);
  return {
    kind: 'register',
    method: 'POST',
    path: '/api/auth/register',
    body: {
      email,
      password: PASSWORD,
      name: 'Lea Ledger',
      role,
      ...(role === 'SELLER' ? { companyName: `Ledger ${email}`, country: 'DE' } : {}),
    },
    once: account,
    entry: (data) => ({
      proofs: [account, proofOf('its id', 'users where id = $1 and email = $2', data.user.id, email)],
      events: [`user.created:${data.user.id}`],
      delivered: false,
    }),
  };
}

export function createWebhook(as: Person, url: string): MarketWrite {
  return {
    kind: 'webhook',
    method: 'POST',
    path: '/api/seller/webhooks',
    token: as.token,
    body: { url, events: ['*'] },
    entry: ({ webhook }) => ({
      proofs: [
        proofOf(
          `webhook ${webhook.id}`,
          `webhooks where id = $1 and url = $2 and status = 'active'`,
          webhook.id,
          url,
        ),
      ],
      events: [],
      delivered: false,
    }),
  };
}

/** Sets the billing address, which the invoice of an order requires. */
export function setAddress(as: Person): MarketWrite {
  const street = 'Hafenstraße 1';
  return {
    kind: 'profile',
    method: 'PUT',
    path: '/api/seller/profile',
    token: as.token,
    body: { street, postalCode: '20457', city: 'Hamburg' },
    entry: ({ id }) => ({
      proofs: [proofOf(`address of ${id}`, 'sellers where id = $1 and street = $2', id, street)],
      events: [],
      delivered: false,
    }),
  };
}

export function subscribe(as: Person): MarketWrite {
  const owned =
    'x join team_members m on m.seller_id = x.seller_id join users u on u.id = m.user_id where u.email = $1';
  return {
    kind: 'billing',
    method: 'POST',
    path: '/api/subscriptions',
    token: as.token,
    body: { planId: PREMIUM, billingCycle: 'monthly', paymentMethod: 'pm_ok' },
    // A payment without a known result is queried again until it is a charge.
    once: proofOf(
      `one charge of ${as.email}, made or asked after,`,
      `(
        select c.payment_id from test_gateway_charges c
        where not declined and not refunded and payment_id in (select x.id from payments ${owned})
        union all
        select x.id from payments ${owned} and x.status = 'pending'
          and not exists (select from test_gateway_charges c where c.payment_id = x.id)
      ) as due`,
      as.email,
    ),
    entry: ({ subscription, invoice, payment }) => ({
      proofs: [
        proofOf('the plan', `subscriptions ${owned} and x.status = 'active'`, as.email),
        proofOf('the invoice', `invoices where id = $1 and status = 'paid'`, invoice.id),
        proofOf('the payment', `payments where id = $1 and status = 'succeeded'`, payment.id),
        proofOf(
          'the charge',
          `test_gateway_charges where payment_id = $1 and not declined and not refunded`,
          payment.id,
        ),
      ],
      events: [
        `subscription.created:${subscription.id}`,
        `invoice.created:${invoice.id}`,
        `invoice.paid:${invoice.id}`,
        `payment.succeeded:${payment.id}`,
      ],
      delivered: true,
    }),
  };
}

/** Returns the fields that publishing requires. */
function listingBody(title: string, price: number): Readonly<Record<string, unknown>> {
  return {
    title,
    category: 'tractor-units',
    subcategory: 'standard-tractor-units',
    brand: 'man',
    model: 'TGX',
    year: 2021,
    mileage: 398_000,
    price,
    currency: 'EUR',
    fuelType: 'diesel',
    transmission: 'automatic',
    location: { country: 'DE', city: 'Hamburg' },
    publish: true,
  };
}

export function publish(as: Person, title: string, price: number): MarketWrite {
  return {
    kind: 'publish',
    method: 'POST',
    path: '/api/seller/listings',
    token: as.token,
    body: listingBody(title, price),
    once: proofOf(title, 'listings where title = $1', title),
    entry: ({ id }) => ({
      proofs: [
        proofOf(title, 'listings where title = $1', title),
        proofOf(
          `${id} on the market`,
          `listings where id = $1 and status in ('ACTIVE', 'SOLD') and price >= $2`,
          id,
          price,
        ),
      ],
      events: [`listing.created:${id}`, `listing.published:${id}`],
      delivered: true,
    }),
  };
}

/** Writes a listing by its stock number, which identifies the same listing however often it is sent. */
export function putListing(as: Person, number: string, title: string, price: number): MarketWrite {
  return {
    kind: 'put',
    method: 'PUT',
    path: `/api/seller/listings/by-external-id/${number}`,
    token: as.token,
    body: listingBody(title, price),
    once: proofOf(number, 'listings where external_id = $1', number),
    entry: ({ id }) => ({
      proofs: [proofOf(`${number} on the market`, `listings where id = $1 and external_id = $2`, id, number)],
      events: [`listing.created:${id}`, `listing.published:${id}`],
      delivered: true,
    }),
  };
}

/** A batch of two creations that succeed or fail together, and one operation that is rejected. */
export function batch(as: Person, title: string, price: number): MarketWrite {
  const two = { ...proofOf(title, 'listings where title = $1', title), count: 2 };
  return {
    kind: 'batch',
    method: 'POST',
    path: '/api/seller/listings/batch',
    token: as.token,
    body: {
      operations: [
        { op: 'create', listing: listingBody(title, price) },
        { op: 'renew', id: 'there-is-none' },
        { op: 'create', listing: listingBody(title, price) },
      ],
    },
    once: two,
    entry: ({ results }) => ({
      proofs: [two, proofOf(`${results[2].id} of the batch`, 'listings where id = $1', results[2].id)],
      events: [`listing.published:${results[0].id}`, `listing.published:${results[2].id}`],
      delivered: true,
    }),
  };
}

/** Prices only rise, so that a later edit without a response does not make this one look lost. */
export function changePrice(as: Person, id: string, price: number): MarketWrite {
  return {
    kind: 'edit',
    method: 'PATCH',
    path: `/api/seller/listings/${id}`,
    token: as.token,
    body: { price },
    entry: () => ({
      proofs: [proofOf(`${id} for ${price}`, 'listings where id = $1 and price >= $2', id, price)],
      events: [`listing.updated:${id}:${price}`],
      delivered: true,
    }),
  };
}

export function sell(as: Person, id: string): MarketWrite {
  return {
    kind: 'sell',
    method: 'POST',
    path: `/api/seller/listings/${id}/sold`,
    token: as.token,
    body: {},
    entry: () => ({
      proofs: [proofOf(`${id} sold`, `listings where id = $1 and status = 'SOLD'`, id)],
      events: [`listing.sold:${id}`],
      delivered: true,
    }),
  };
}

export function writeTo(as: Person, listingId: string, text: string): MarketWrite {
  return {
    kind: 'message',
    method: 'POST',
    path: '/v1/messages/conversations',
    token: as.token,
    body: { listing_id: listingId, message: text },
    once: proofOf(text, 'messages where content = $1', text),
    entry: ({ message, conversation }) => ({
      proofs: [
        proofOf(text, 'messages where content = $1', text),
        proofOf(
          `${message.id} where it was sent`,
          'messages where id = $1 and conversation_id = $2',
          message.id,
          conversation.id,
        ),
      ],
      events: [`message.received:${message.id}`],
      delivered: true,
    }),
  };
}

export function addFavorite(as: Person, listingId: string): MarketWrite {
  const favorite = proofOf(
    `favorite ${listingId} of ${as.email}`,
    'favorites f join users u on u.id = f.user_id where u.email = $1 and f.listing_id = $2',
    as.email,
    listingId,
  );
  return {
    kind: 'favorite',
    method: 'POST',
    path: '/api/favorites',
    token: as.token,
    body: { listingId },
    once: favorite,
    entry: () => ({ proofs: [favorite], events: [], delivered: false }),
  };
}

export const IMPORT_ROWS = 12;

/** All rows exist once the import has ended, and the audit waits for that. */
export function importStock(as: Person, prefix: string): MarketWrite {
  const rows = Array.from({ length: IMPORT_ROWS }, (_, i) => truck(`${prefix}-${i}`));
  const stock: Proof = {
    what: `every row of ${prefix}`,
    sql: `select count(*)::int as count from listings where external_id like $1 and status = 'ACTIVE'`,
    parameters: [`${prefix}-%`],
    count: IMPORT_ROWS,
  };
  return {
    kind: 'import',
    method: 'POST',
    path: '/api/seller/bulk-import',
    token: as.token,
    body: null,
    form: () => {
      const form = new FormData();
      form.set('publish', 'submit');
      form.set('file', new Blob([csvOf(rows)], { type: 'text/csv' }), 'stock.csv');
      return form;
    },
    entry: ({ job }) => ({
      proofs: [proofOf(`import ${job.id}`, `imports where id = $1 and status = 'completed'`, job.id), stock],
      events: [],
      delivered: false,
    }),
  };
}
