import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

const AT_ONCE_AND_WAITING = 4 + 64;

it('lets 64 passwords wait for their turn, and rejects the next until there is room again', async () => {
  const hash = await hashPassword('Longhaul24');
  const accepted = Array.from({ length: AT_ONCE_AND_WAITING }, () => verifyPassword('Longhaul24', hash));
  for (const refused of [verifyPassword('Longhaul24', hash), verifyPassword('x', null), hashPassword('x')])
    await expect(refused).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
      headers: { 'retry-after': '2' },
    });
  expect(await Promise.all(accepted)).toEqual(Array(AT_ONCE_AND_WAITING).fill(true));
  const secondRound = Array.from({ length: AT_ONCE_AND_WAITING }, () => verifyPassword('wrong', hash));
  expect(await Promise.all(secondRound)).toEqual(Array(AT_ONCE_AND_WAITING).fill(false));
});
