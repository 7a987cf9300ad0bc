import { describe, expect, it } from 'vitest';
import { isCommonPassword, passwordProblem } from './password-rule.ts';

describe('passwordProblem', () => {
  it.each([
    ['Secure#Lorry42', null],
    ['Überlänge7', null],
    ['x'.repeat(254) + 'A1', null],
    ['x'.repeat(255) + 'A1', 'must have at most 256 characters'],
    ['A1'.repeat(500_000), 'must have at most 256 characters'],
    ['Short1', 'must have at least 8 characters'],
    ['nouppercase1', 'must have an uppercase letter'],
    ['NoNumberHere', 'must have a number'],
    ['lorry', 'must have at least 8 characters, an uppercase letter and a number'],
    ['', 'must have at least 8 characters, an uppercase letter and a number'],
  ])('%#', (password, problem) => {
    expect(passwordProblem(password)).toEqual(problem);
  });

  it.each(['Password1', 'pASSWORD1', 'Welcome1', 'Trustno1', 'Test1234', 'Qwerty123'])(
    'accepts %s, as specified, and recognizes it as a common password',
    (password) => {
      expect([passwordProblem(password.replace(/^p/, 'P')), isCommonPassword(password)]).toEqual([
        null,
        true,
      ]);
    },
  );

  it('counts a visible letter once, in either Unicode form', () => {
    expect(String(passwordProblem('A1' + 'é'.normalize('NFD').repeat(5)))).toMatch(/at least 8/);
    expect(passwordProblem('A1' + 'é'.normalize('NFD').repeat(6))).toBeNull();
  });
});
