/**
 * Compares the tables that each transaction writes with those that it declares by `touches`. In a request or job, an
 * undeclared write fails the commit, because cached copies would not know that they are stale. Direct writes of tests
 * need no declaration.
 */
import type { CompiledQuery, QueryResult } from 'kysely';
import { recordCommit } from '../../src/platform/db/commits.ts';
import { PipelineConnection } from '../../src/platform/db/driver.ts';
import { isBackgroundWork, currentWriter } from '../../src/platform/db/write-slots.ts';

/**
 * Writes to the tables that need `touches`. For the change log only inserts count: its entries never change, and deleting
 * old ones invalidates no copy.
 */
const WRITES = [
  /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?(listings|sellers)\b/gi,
  /\binsert\s+into\s+"?(listing_changes)\b/gi,
];
/** Statements can begin with one-word comments that mark them. */
const READS = /^\s*(?:\/\* \w+ \*\/\s*)*select\b/i;

function tablesWrittenBy(text: string): readonly string[] {
  if (READS.test(text)) return [];
  return WRITES.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ([, table = '']) => table.toLowerCase()),
  );
}

interface Account {
  isInTransaction: boolean;
  readonly written: Set<string>;
  readonly touched: Set<string>;
}

const accounts = new WeakMap<PipelineConnection, Account>();

function accountOf(connection: PipelineConnection): Account {
  let account = accounts.get(connection);
  if (account === undefined)
    accounts.set(connection, (account = { isInTransaction: false, written: new Set(), touched: new Set() }));
  return account;
}

/** Returns the tables that were written without a declaration, and clears the record of the connection. */
function takeUndeclared(connection: PipelineConnection): readonly string[] {
  const account = accountOf(connection);
  const missing = [...account.written].filter((table) => !account.touched.has(table));
  account.isInTransaction = false;
  account.written.clear();
  account.touched.clear();
  if (missing.length > 0 && (currentWriter() !== null || isBackgroundWork()))
    throw new Error(`written without touches(trx, …): ${missing.join(', ')}`);
  return missing;
}

const PATCHED = Symbol.for('fifthwheel.touched-tables');
const prototype = PipelineConnection.prototype as PipelineConnection & { [PATCHED]?: true };

if (prototype[PATCHED] !== true) {
  prototype[PATCHED] = true;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the connections that they belong to
  const { begin, commit, rollback, executeQuery, defer, touch } = prototype;
  prototype.begin = function (settings) {
    accountOf(this).isInTransaction = true;
    begin.call(this, settings);
  };
  prototype.touch = function (table) {
    accountOf(this).touched.add(table);
    touch.call(this, table);
  };
  prototype.defer = function (query) {
    for (const table of tablesWrittenBy(query.sql)) accountOf(this).written.add(table);
    return defer.call(this, query);
  };
  prototype.executeQuery = async function <R>(this: PipelineConnection, query: CompiledQuery) {
    for (const table of tablesWrittenBy(query.sql)) accountOf(this).written.add(table);
    try {
      return (await executeQuery.call(this, query)) as QueryResult<R>;
    } finally {
      if (!accountOf(this).isInTransaction) recordCommit(takeUndeclared(this));
    }
  };
  prototype.commit = async function () {
    for (const table of takeUndeclared(this)) touch.call(this, table);
    await commit.call(this);
  };
  prototype.rollback = async function () {
    const account = accountOf(this);
    account.isInTransaction = false;
    account.written.clear();
    account.touched.clear();
    await rollback.call(this);
  };
}
