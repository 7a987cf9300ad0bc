import { dictionary } from '@zxcvbn-ts/language-common';
import { COMMON_PASSWORDS } from './common-passwords.data.ts';

const LENGTH_MIN = 8;
const LENGTH_MAX = 256;

/** Passwords known from breaches, in lower case: a list of those that satisfy the rule, and a general one of 49,000. */
const common: ReadonlySet<string> = new Set([
  ...COMMON_PASSWORDS.split(' '),
  ...dictionary['passwords-common'],
]);

/**
 * What is wrong with a new password, as a sentence for its owner; null if nothing is. Specification "Auth": 8
 * characters, an uppercase letter, a number. Characters are counted in the NFKC form, and none are cut off.
 */
export function passwordProblem(password: string): string | null {
  if (password.length > 2 * LENGTH_MAX) return `must have at most ${LENGTH_MAX} characters`;
  const letters = password.normalize('NFKC');
  const { length } = Array.from(letters);
  const lacks = [
    length < LENGTH_MIN ? `at least ${LENGTH_MIN} characters` : null,
    /\p{Lu}/u.test(letters) ? null : 'an uppercase letter',
    /\p{Nd}/u.test(letters) ? null : 'a number',
  ].filter((lack) => lack !== null);
  if (lacks.length > 0) return `must have ${listOf(lacks)}`;
  if (length > LENGTH_MAX) return `must have at most ${LENGTH_MAX} characters`;
  return null;
}

/** Whether breaches have shown it to be common, so that guessers try it first. */
export function isCommonPassword(password: string): boolean {
  return password.length <= LENGTH_MAX && common.has(password.normalize('NFKC').toLowerCase());
}

function listOf(parts: readonly string[]): string {
  return parts.length < 3
    ? parts.join(' and ')
    : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
