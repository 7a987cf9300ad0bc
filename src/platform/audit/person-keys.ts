/**
 * The audit log never changes, but must not keep personal data after an account is erased. So values about people are encrypted,
 * each with the keys of the people it is about, and an erasure destroys the key. The hash chain covers the ciphertext and stays
 * valid.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Keys } from '../crypto/keys.ts';
import type { Queryable, Transaction } from '../db/transaction.ts';

export const KEY_PURPOSE = 'audit-person-key';
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A value of an entry that is about these people or sellers, or was written by them. */
export class Personal {
  readonly value: unknown;
  readonly of: readonly string[];

  constructor(value: unknown, of: readonly string[]) {
    this.value = value;
    this.of = of;
  }
}

/** Marks a value of `before` or `after`, at any depth, as personal data of these people. */
export function personal(value: unknown, ...of: readonly (string | null)[]): unknown {
  if (value === null || value === undefined) return value;
  return new Personal(
    value,
    of.filter((id) => id !== null),
  );
}

interface Sealed {
  readonly sealed: string;
  readonly of: readonly string[];
}

/** Replaces a value whose key was destroyed. */
const ERASED = { erased: true } as const;

type KeysById = ReadonlyMap<string, Buffer | null>;

export class PersonKeys {
  readonly #keys: Keys;

  constructor(keys: Keys) {
    this.#keys = keys;
  }

  /** Replaces marked values by their ciphertext. */
  async seal(trx: Transaction, value: unknown): Promise<unknown> {
    const ids = new Set<string>();
    walk(value, (found) => {
      if (found instanceof Personal) for (const id of found.of) ids.add(id);
    });
    const keys = ids.size === 0 ? new Map<string, Buffer | null>() : await this.#create(trx, [...ids]);
    return replace(value, (found) => (found instanceof Personal ? sealOne(found, keys) : undefined));
  }

  /** The reverse, for readers of the log. */
  async open(db: Queryable, value: unknown): Promise<unknown> {
    const ids = new Set<string>();
    walk(value, (found) => {
      if (isSealed(found)) for (const id of found.of) ids.add(id);
    });
    const keys = await this.#find(db, [...ids]);
    return replace(value, (found) => (isSealed(found) ? openOne(found, keys) : undefined));
  }

  /** Makes all entries about these users permanently unreadable; new entries store nothing about them. */
  async destroy(trx: Transaction, ids: readonly string[]): Promise<void> {
    await trx
      .insertInto('audit_person_keys')
      .values(ids.map((id) => ({ person_id: id, key: null })))
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ key: null }))
      .execute();
  }

  async #create(trx: Transaction, ids: readonly string[]): Promise<KeysById> {
    const known = await this.#find(trx, ids);
    const missing = ids.filter((id) => !known.has(id)).toSorted();
    if (missing.length === 0) return known;
    await trx
      .insertInto('audit_person_keys')
      .values(
        missing.map((id) => ({
          person_id: id,
          key: this.#keys.seal(KEY_PURPOSE, randomBytes(KEY_BYTES).toString('base64')),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return this.#find(trx, ids);
  }

  async #find(db: Queryable, ids: readonly string[]): Promise<KeysById> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .selectFrom('audit_person_keys')
      .selectAll()
      .where('person_id', 'in', [...ids])
      .execute();
    return new Map(
      rows.map(({ person_id, key }) => [
        person_id,
        key === null ? null : Buffer.from(this.#keys.open(KEY_PURPOSE, key), 'base64'),
      ]),
    );
  }
}

/** One of several keys, all of which are needed. */
function combined(of: readonly string[], keys: KeysById): Buffer | null {
  const hash = createHash('sha256');
  for (const id of of.toSorted()) {
    const key = keys.get(id) ?? null;
    if (key === null) return null;
    hash.update(key);
  }
  return hash.digest();
}

function sealOne({ value, of }: Personal, keys: KeysById): unknown {
  if (of.length === 0) return value;
  const key = combined(of, keys);
  if (key === null) return ERASED;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64'), of };
}

function openOne({ sealed, of }: Sealed, keys: KeysById): unknown {
  const key = combined(of, keys);
  if (key === null) return ERASED;
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8'));
}

function isSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && 'sealed' in value && 'of' in value;
}

function walk(value: unknown, visit: (value: unknown) => void): void {
  visit(value);
  if (typeof value !== 'object' || value === null || value instanceof Personal) return;
  for (const child of Object.values(value)) walk(child, visit);
}

function replace(value: unknown, by: (value: unknown) => unknown): unknown {
  const replacement = by(value);
  if (replacement !== undefined) return replacement;
  if (Array.isArray(value)) return value.map((child) => replace(child, by));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, replace(child, by)]));
}
