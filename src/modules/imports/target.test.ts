import { describe, expect, it } from 'vitest';
import { decide, isAtTarget, type StockEntry } from './target.ts';

const STATES = ['DRAFT', 'PENDING_REVIEW', 'ACTIVE', 'PAUSED', 'SOLD', 'EXPIRED', 'REJECTED', 'SUSPENDED'];

const entry = (status: string, isRetired = false): StockEntry => ({
  listingId: 'lst_1',
  status,
  rowHash: null,
  isRetired,
});

describe('the target state of a row’s listing', () => {
  it('follows the row, otherwise the import, if there is none yet', () => {
    expect(decide(null, null, 'submit')).toEqual({ kind: 'write', target: 'active' });
    expect(decide(null, null, 'draft')).toEqual({ kind: 'write', target: 'draft' });
    expect(decide(null, 'paused', 'submit')).toEqual({ kind: 'write', target: 'paused' });
    for (const state of ['sold', 'deleted'] as const)
      expect(decide(null, state, 'submit')).toEqual({ kind: 'skip', problem: null });
  });

  it('is the market for drafts, expired and rejected ones of an import that publishes, and nothing else', () => {
    const targets = STATES.map((status) => {
      const found = decide(entry(status), null, 'submit');
      return [status, found.kind === 'write' ? found.target : 'skipped'];
    });
    expect(Object.fromEntries(targets)).toEqual({
      DRAFT: 'active',
      PENDING_REVIEW: null,
      ACTIVE: null,
      PAUSED: null,
      SOLD: 'skipped',
      EXPIRED: 'active',
      REJECTED: 'active',
      SUSPENDED: 'skipped',
    });
    expect(decide(entry('DRAFT'), null, 'draft')).toEqual({ kind: 'write', target: null });
    expect(decide(entry('PAUSED', true), null, 'draft')).toEqual({ kind: 'write', target: 'active' });
  });

  it('is what the row says, but for suspended listings, and for drafts of live ones', () => {
    const decisionFor = (status: string, state: 'draft' | 'active' | 'deleted') => {
      const found = decide(entry(status), state, 'draft');
      return found.kind === 'write' ? found.target : found.problem?.code;
    };
    expect(STATES.map((status) => decisionFor(status, 'draft'))).toEqual([
      'draft',
      'paused',
      'paused',
      'draft',
      'draft',
      'draft',
      'draft',
      'INVALID_STATE',
    ]);
    expect([decisionFor('SOLD', 'active'), decisionFor('SUSPENDED', 'active')]).toEqual([
      'active',
      'INVALID_STATE',
    ]);
    expect(decisionFor('SUSPENDED', 'deleted')).toBe('deleted');
  });
});

it('a listing reaches its target state', () => {
  const statesAtTarget = (target: Parameters<typeof isAtTarget>[1]) =>
    STATES.filter((status) => isAtTarget(entry(status), target));
  expect(statesAtTarget(null)).toEqual(STATES);
  expect(statesAtTarget('draft')).toEqual(STATES);
  expect(statesAtTarget('active')).toEqual(['PENDING_REVIEW', 'ACTIVE', 'REJECTED']);
  expect(statesAtTarget('paused')).toEqual(
    STATES.filter((status) => !['ACTIVE', 'PENDING_REVIEW'].includes(status)),
  );
  expect(statesAtTarget('sold')).toEqual(['SOLD']);
  expect(statesAtTarget('deleted')).toEqual([]);
});
