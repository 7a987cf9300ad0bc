import { randomBytes } from 'node:crypto';
import { KEY_BYTES, KEY_PURPOSE } from '../../../platform/audit/person-keys.ts';
import { type AuditRow, FIRST_HASH, hashRow } from '../../../platform/audit/audit-log.ts';
import type { Row } from './copy.ts';
import { type Fill, range } from './fill.ts';

const ACTIONS = [
  ['session.created', 'session'],
  ['listing.updated', 'listing'],
  ['listing.approved', 'listing'],
  ['user.updated', 'user'],
] as const;
const DAYS = 400;

/** Continues the hash chain from its newest entry, so that it still verifies. No other process may extend it meanwhile. */
export async function fillAudit(fill: Fill, newest: { seq: number; hash: Buffer } | null): Promise<void> {
  await fill.options.copy.rows('audit_log', entryRows(fill, newest));
  await fill.options.copy.rows('audit_person_keys', keyRows(fill));
}

function* keyRows(fill: Fill): Generator<Row> {
  const { keys } = fill.options.platform;
  for (const { ownerId } of fill.sellers)
    yield { person_id: ownerId, key: keys.seal(KEY_PURPOSE, randomBytes(KEY_BYTES).toString('base64')) };
}

function* entryRows(fill: Fill, newest: { seq: number; hash: Buffer } | null): Generator<Row> {
  let previous = newest?.hash ?? FIRST_HASH;
  for (const n of range(fill.counts.auditEntries)) {
    const at = fill.at(n, fill.counts.auditEntries, DAYS);
    const [action, subject] = ACTIONS[n % ACTIONS.length] ?? ACTIONS[0];
    const { ownerId } = fill.seller(n);
    const row: AuditRow = {
      seq: (newest?.seq ?? 0) + n + 1,
      id: fill.id('aud', at, n),
      at,
      actor_kind: 'user',
      actor_id: ownerId,
      action,
      subject_type: subject,
      subject_id: subject === 'listing' ? fill.seenListing(n).id : ownerId,
      before: null,
      after: { n },
      ip: null,
      request_id: null,
    };
    const hash = hashRow(previous, row);
    yield { ...row, previous_hash: previous, hash };
    previous = hash;
  }
}
