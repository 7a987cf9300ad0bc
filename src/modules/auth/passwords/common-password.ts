import { isCommonPassword } from '../../../platform/crypto/password-rule.ts';
import type { ErrorDetail } from '../../../platform/errors/app-error.ts';
import type { Settings } from '../../settings/index.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** Stricter than the specification, if the setting requires it: `Password1` satisfies the specified rule, and guessers try it first. */
export function commonPasswordProblems(
  settings: Settings,
  field: string,
  password: string,
): readonly ErrorDetail[] {
  if (!settings.get('auth.refuseCommonPasswords') || !isCommonPassword(password)) return [];
  return [{ field, message: t('is one of the most common passwords; please choose another one') }];
}
