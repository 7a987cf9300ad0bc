import { expect, it } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import { invitationView } from './views.ts';

it('an invitation is over in the very moment in which its time is', () => {
  const madeAt = new Date('2026-11-01T09:00:00Z');
  const expiresAt = new Date(madeAt.getTime() + DAY_MS);
  const row = {
    id: 'ivt_01M84JJZHC8757QGXD2RFMRD6F',
    seller_id: 'sel_01M84JJZHC8757QGXD2RFMRD6F',
    email: 'agent@dealers.example',
    role: 'AGENT' as const,
    token_hash: hashToken('fwi_one'),
    invited_by: null,
    created_at: madeAt,
    expires_at: expiresAt,
    accepted_at: null,
    accepted_by: null,
    revoked_at: null,
  };
  const isOverAt = (ms: number) => invitationView(row, new Date(expiresAt.getTime() + ms)).expired;
  expect([-1, 0, 1].map(isOverAt)).toEqual([false, true, true]);
});
