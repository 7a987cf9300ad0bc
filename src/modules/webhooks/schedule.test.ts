import { describe, expect, it } from 'vitest';
import { WEBHOOK_RETRY_SECONDS_DEFAULT } from '../../config/config.ts';
import { afterFailure, type FailedAttempt } from './schedule.ts';

const endedAt = new Date('2026-03-01T12:00:00Z');
const first: FailedAttempt = {
  attempts: 1,
  endedAt,
  isRetryWanted: false,
  isTest: false,
  wasDelivered: false,
  isWebhookActive: true,
};
const resting = { state: 'undelivered', dueAt: null, disablesWebhook: false };

function decide(change: Partial<FailedAttempt>) {
  return afterFailure({ ...first, ...change }, WEBHOOK_RETRY_SECONDS_DEFAULT);
}

describe('afterFailure', () => {
  it.each([
    [1, 60],
    [2, 300],
    [3, 1800],
    [4, 7200],
    [5, 86_400],
  ])('waits after attempt %i for %i seconds', (attempts, seconds) => {
    const decision = decide({ attempts });
    expect(decision).toMatchObject({ state: 'pending', disablesWebhook: false });
    expect((decision.dueAt?.getTime() ?? 0) - endedAt.getTime()).toBe(seconds * 1000);
  });

  it('disables the webhook at the sixth failure, also if another attempt was requested', () => {
    expect(decide({ attempts: 6 })).toEqual({ ...resting, disablesWebhook: true });
    expect(decide({ attempts: 6, isRetryWanted: true })).toEqual({ ...resting, disablesWebhook: true });
  });

  it('rests after a later, requested attempt', () => {
    expect(decide({ attempts: 7 })).toEqual(resting);
  });

  it('retries immediately if an attempt was requested in the meantime', () => {
    expect(decide({ isRetryWanted: true })).toEqual({
      state: 'pending',
      dueAt: endedAt,
      disablesWebhook: false,
    });
  });

  it('rests when the webhook is disabled', () => {
    expect(decide({ isWebhookActive: false, isRetryWanted: true })).toEqual(resting);
    expect(decide({ isWebhookActive: false, attempts: 6 })).toEqual(resting);
  });

  it('neither repeats tests nor counts them', () => {
    expect(decide({ isTest: true })).toEqual(resting);
    expect(decide({ isTest: true, attempts: 6 })).toEqual(resting);
  });

  it('leaves earlier deliveries delivered', () => {
    expect(decide({ wasDelivered: true, attempts: 6 })).toEqual({ ...resting, state: 'delivered' });
  });
});
