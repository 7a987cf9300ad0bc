import type { UserActor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Settings } from '../../settings/index.ts';
import { t } from '../../../platform/errors/sentence.ts';

/**
 * For actions that the setting auth.requireVerifiedEmail reserves to verified addresses: publishing, sending
 * messages.
 */
export function requireVerifiedEmail(settings: Settings, actor: UserActor): void {
  if (actor.emailVerified || !settings.get('auth.requireVerifiedEmail')) return;
  throw new AppError(
    'FORBIDDEN',
    t('This needs a verified e-mail address: enter the code that was sent to it, or ask for a new one.'),
  );
}
