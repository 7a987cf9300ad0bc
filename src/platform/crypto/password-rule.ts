import { dictionary } from '@zxcvbn-ts/language-common';
import { COMMON_PASSWORDS } from './common-passwords.data.ts';
import { type Message, t } from '../errors/sentence.ts';

const LENGTH_MIN = 8;
const LENGTH_MAX = 256;

/** Passwords known from breaches, in lower case: a list of passwords that satisfy the rule, and a general one of 49,000. */
const common: ReadonlySet<string> = new Set([
  ...COMMON_PASSWORDS.split(' '),
  ...dictionary['passwords-common'],
]);

/**
 * Returns the problem of a new password, as a sentence for its owner; null if there is none. Specification "Auth": 8
 * characters, an uppercase letter, a number. Counts characters in the NFKC form, and truncates none.
 */
export function passwordProblem(password: string): Message | null {
  if (password.length > 2 * LENGTH_MAX) return t('must have at most {max} characters', { max: LENGTH_MAX });
  const letters = password.normalize('NFKC');
  const { length } = Array.from(letters);
  const lacks = [
    length < LENGTH_MIN ? 'at least {min} characters' : null,
    /\p{Lu}/u.test(letters) ? null : 'an uppercase letter',
    /\p{Nd}/u.test(letters) ? null : 'a number',
  ].filter((lack) => lack !== null);
  if (lacks.length > 0) return t(`must have ${listOf(lacks)}`, { min: LENGTH_MIN });
  if (length > LENGTH_MAX) return t('must have at most {max} characters', { max: LENGTH_MAX });
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
