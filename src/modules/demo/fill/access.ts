import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, dayOf } from '../../../platform/clock.ts';
import { SIGNING_SECRET_PURPOSE } from '../../auth/index.ts';
import { TRUST_PARTS } from '../../sellers/index.ts';
import type { Row } from './copy.ts';
import { type Fill, range } from './fill.ts';

const SESSION_MS = 30 * DAY_MS;
const KEY_EVERY = 2;

/** Fills sessions, keys and codes, and temporary data about requests. */
export async function fillAccess(fill: Fill): Promise<void> {
  const { copy } = fill.options;
  await copy.rows('sessions', sessionRows(fill));
  await copy.rows('refresh_tokens', tokenRows(fill));
  await copy.rows('verification_codes', codeRows(fill));
  await copy.rows('phone_codes', phoneCodeRows(fill));
  await copy.rows('password_resets', resetRows(fill));
  await copy.rows('api_keys', keyRows(fill));
  await copy.rows('seen_signatures', signatureRows(fill));
  await copy.rows('sign_in_failures', failureRows(fill));
  await copy.rows('idempotency_keys', idempotencyRows(fill));
  await copy.rows('team_invitations', invitationRows(fill));
  await copy.rows('seller_documents', documentRows(fill));
  await copy.rows('seller_trust', trustRows(fill));
  await copy.rows('upload_bytes', uploadRows(fill));
  await copy.rows('registration_bytes', registrationRows(fill));
  await copy.rows('daily_mails', mailRows(fill));
  await copy.rows('mails', sentRows(fill));
  await copy.rows('file_removals', removalRows(fill));
}

function sessionOf(fill: Fill, n: number): { id: string; at: Date } {
  const at = fill.at(n, fill.counts.sessions, 60);
  return { id: fill.id('ses', at, n), at };
}

function* sessionRows(fill: Fill): Generator<Row> {
  for (const n of range(fill.counts.sessions)) {
    const { id, at } = sessionOf(fill, n);
    const hasEnded = n % 5 === 0;
    yield {
      id,
      user_id: n % 20 === 0 ? fill.seller(n / 20).ownerId : fill.buyerId(n),
      user_agent: 'Mozilla/5.0',
      ip: `192.0.2.${n % 250}`,
      created_at: at,
      last_used_at: at,
      expires_at: addMs(at, SESSION_MS),
      ended_at: hasEnded ? at : null,
      end_reason: hasEnded ? 'logout' : null,
    };
  }
}

/** Two of each session, the first of them used. */
function* tokenRows(fill: Fill): Generator<Row> {
  for (const n of range(fill.counts.sessions)) {
    const { id, at } = sessionOf(fill, n);
    for (const round of range(2)) {
      const row = { token_hash: fill.digest('refresh', n * 2 + round), session_id: id, created_at: at };
      yield { ...row, used_at: round === 0 ? at : null };
    }
  }
}

const expiry = (fill: Fill, n: number): Date => fill.before(((n % 48) - 12) * HOUR_MS);

function* codeRows(fill: Fill): Generator<Row> {
  for (const n of range(Math.min(fill.counts.codes, fill.counts.buyers))) {
    const hash = fill.digest('code', n);
    yield {
      user_id: fill.buyerId(n),
      code_hash: hash,
      expires_at: expiry(fill, n),
      created_at: fill.before(2 * DAY_MS),
    };
  }
}

function* phoneCodeRows(fill: Fill): Generator<Row> {
  for (const n of range(Math.min(fill.counts.codes, fill.counts.buyers)))
    yield {
      user_id: fill.buyerId(n),
      phone: `+49151${String(n).padStart(8, '0')}`,
      code_hash: fill.digest('phone code', n),
      expires_at: expiry(fill, n),
      issued_since: fill.before(2 * DAY_MS),
    };
}

function* resetRows(fill: Fill): Generator<Row> {
  for (const n of range(fill.counts.codes)) {
    const hash = fill.digest('reset', n);
    yield {
      token_hash: hash,
      user_id: fill.buyerId(n),
      expires_at: expiry(fill, n),
      created_at: fill.before(2 * DAY_MS),
    };
  }
}

function* keyRows(fill: Fill): Generator<Row> {
  const { keys } = fill.options.platform;
  const secret = keys.seal(SIGNING_SECRET_PURPOSE, fill.digest('signing', 0).toString('base64url'));
  for (const [n, { ownerId, record }] of fill.sellers.entries()) {
    if (n % KEY_EVERY !== 0) continue;
    yield {
      id: fill.id('key', record.createdAt, n),
      user_id: ownerId,
      name: 'Stock system',
      scopes: ['listings:read', 'listings:write'],
      prefix: 'fw_live_seed',
      environment: 'live',
      key_hash: fill.digest('key', n),
      signing_secret: secret,
      created_at: record.createdAt,
    };
  }
}

function* signatureRows(fill: Fill): Generator<Row> {
  for (const n of range(fill.counts.signatures)) {
    const seller = fill.seller(n - (n % KEY_EVERY));
    const keyId = fill.id('key', seller.record.createdAt, n);
    yield {
      key_id: keyId,
      signature: fill.digest('signature', n),
      seen_at: fill.before(n * 10),
      wrote: n % 4 === 0,
    };
  }
}

function* failureRows(fill: Fill): Generator<Row> {
  for (const n of range(fill.counts.signatures)) {
    const endsAt = new Date(fill.now.getTime() + ((n % 100) - 50) * MINUTE_MS);
    const hashes = { account_hash: fill.digest('account', n), source_hash: fill.digest('source', n) };
    yield { ...hashes, failures: 2, window_ends_at: endsAt };
  }
}

function* idempotencyRows(fill: Fill): Generator<Row> {
  for (const n of range(fill.counts.idempotencyKeys)) {
    yield {
      principal: fill.buyerId(n),
      endpoint: 'POST /favorites',
      key: `seed-${n}`,
      request_hash: fill.digest('request', n),
      status: 201,
      headers: {},
      body: Buffer.from('{"success":true}'),
      created_at: fill.at(n, fill.counts.idempotencyKeys, 2),
    };
  }
}

function* invitationRows(fill: Fill): Generator<Row> {
  for (const [n, { id }] of fill.sellers.entries()) {
    const at = fill.at(n, fill.sellers.length, 6);
    yield {
      id: fill.id('ivt', at, n),
      seller_id: id,
      email: `invited-${n}@dealers.example`,
      role: 'AGENT',
      token_hash: fill.digest('invitation', n),
      created_at: at,
      expires_at: addMs(at, 7 * DAY_MS),
    };
  }
}

/** Administrators have fallen behind: most sellers that are not verified wait for them. */
function* documentRows(fill: Fill): Generator<Row> {
  for (const [n, { id, ownerId, record }] of fill.sellers.entries()) {
    yield {
      id: fill.id('doc', record.createdAt, n),
      seller_id: id,
      user_id: ownerId,
      filename: 'register.pdf',
      content_type: 'application/pdf',
      bytes: 40_000,
      storage_key: `private/documents/${fill.digest('document', n).toString('hex').slice(0, 32)}.pdf`,
      created_at: record.createdAt,
      accepted_at: record.verified ? record.createdAt : null,
      refused_at: record.verified || n % 3 > 0 ? null : record.createdAt,
    };
  }
}

/** All are due to be scored again. */
function* trustRows(fill: Fill): Generator<Row> {
  const parts = Object.fromEntries(Object.keys(TRUST_PARTS).map((part) => [part, 0]));
  for (const { id } of fill.sellers) yield { seller_id: id, parts, scored_at: fill.before(25 * HOUR_MS) };
}

function* uploadRows(fill: Fill): Generator<Row> {
  for (const { id } of fill.sellers)
    yield { owner_id: id, day: dayOf(fill.before(DAY_MS)), bytes: 1_000_000 };
}

function* registrationRows(fill: Fill): Generator<Row> {
  for (const n of range(Math.ceil(fill.counts.codes / 10)))
    yield { day: dayOf(fill.before(DAY_MS)), network_hash: fill.digest('network', n), bytes: 40_000 };
}

function* mailRows(fill: Fill): Generator<Row> {
  for (const n of range(Math.ceil(fill.counts.codes / 10)))
    yield { day: dayOf(fill.before(DAY_MS)), counted: `seed-${n}`, mails: 1 };
}

/** No more than are kept. */
function* sentRows(fill: Fill): Generator<Row> {
  const count = Math.min(10_000, fill.buyerIds.length);
  for (const n of range(count)) {
    const at = fill.at(n, count, 3);
    yield {
      id: fill.id('mai', at, n),
      name: 'notice',
      recipient: `sent-${n}@market.example`,
      language: 'en',
      subject: 'A new message',
      state: 'sent',
      attempts: 1,
      job_id: fill.id('job', at, n),
      created_at: at,
      done_at: at,
    };
  }
}

function* removalRows(fill: Fill): Generator<Row> {
  for (const n of range(fill.counts.fileRemovals)) {
    const key = `media/uploads/${fill.digest('removal', n).toString('hex').slice(0, 32)}.jpg`;
    yield { key, remove_after: new Date(fill.now.getTime() + 3 * HOUR_MS) };
  }
}
