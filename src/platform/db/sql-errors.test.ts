import { describe, expect, it } from 'vitest';
import { databaseError, isSqlError, markDatabaseError } from './sql-errors.ts';
import { TooManyWritesError } from './write-slots.ts';

function failure(message: string, code?: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

describe('databaseError', () => {
  it.each([
    ['write EPIPE', 'EPIPE'],
    ['read ECONNRESET', 'ECONNRESET'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'],
  ])(
    'is 503 for %j (%s) of the database connection, and undefined for other connections',
    (message, code) => {
      expect(databaseError(markDatabaseError(failure(message, code)))).toMatchObject({
        status: 503,
        message: expect.stringContaining('cannot reach its database'),
      });
      expect(databaseError(failure(message, code))).toBeNull();
    },
  );

  it.each([
    ['terminating connection due to administrator command', '57P01'],
    ['sorry, too many clients already', '53300'],
    ['could not extend file: No space left on device', '53100'],
    ['cannot execute INSERT in a read-only transaction', '25006'],
    ['Connection terminated due to connection timeout', undefined],
    ['Connection terminated unexpectedly', undefined],
    ['Client was closed and is not queryable', undefined],
    ['Client has encountered a connection error and is not queryable', undefined],
    ['Query read timeout', undefined],
  ])('is 503 for %j (%s)', (message, code) => {
    expect(databaseError(failure(message, code))).toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
    });
  });

  it.each([
    ['canceling statement due to statement timeout', '57014'],
    ['timeout exceeded when trying to connect', undefined],
  ])('is 503 for %j (%s), and the message says that the server is overloaded', (message, code) => {
    expect(databaseError(failure(message, code))).toMatchObject({
      status: 503,
      message: expect.stringContaining('overloaded'),
    });
  });

  it('is 403 for a row of a company that was deleted meanwhile, and a bug for other missing rows', () => {
    const missing = (act: string, constraint: string) =>
      databaseError(
        Object.assign(failure(`${act} violates foreign key constraint`, '23503'), { constraint }),
      );
    const insert = 'insert or update on table "listings"';
    expect(missing(insert, 'listings_seller_id_fkey')).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(missing(insert, 'listings_category_id_fkey')).toBeNull();
    expect(missing('update or delete on table "sellers"', 'listings_seller_id_fkey')).toBeNull();
  });

  it.each([
    ['canceling statement due to lock timeout', '55P03'],
    ['deadlock detected', '40P01'],
    ['could not serialize access', '40001'],
  ])('is 429 for %j (%s), to be sent again in a second', (message, code) => {
    expect(databaseError(failure(message, code))).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      message: expect.stringContaining('Another change to the same data'),
      headers: {
        'retry-after': '1',
        'x-ratelimit-remaining': '0',
      },
    });
  });

  it('is 429 for an account with too many writes at once', () => {
    expect(databaseError(new TooManyWritesError())).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
    });
  });

  it.each([
    ['duplicate key value violates unique constraint', '23505'],
    ['column "nonsense" does not exist', '42703'],
    ['x is not a function', undefined],
  ])('is no refusal for %j (%s)', (message, code) => {
    expect(databaseError(failure(message, code))).toBeNull();
  });
});

it('distinguishes a SQLSTATE from a socket code of the same length', () => {
  expect(['40001', 'P0001', 'XX000', '0A000'].map((code) => isSqlError(failure('', code)))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['EPIPE', 'EBUSY', 'EPERM'].map((code) => isSqlError(failure('', code)))).toEqual([
    false,
    false,
    false,
  ]);
});
