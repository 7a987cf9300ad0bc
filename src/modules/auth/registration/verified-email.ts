import type { UserActor } from '../../../platform/actor.ts';
import { forbidden } from '../../../platform/errors/app-error.ts';
import type { Settings } from '../../settings/index.ts';
import { t } from '../../../platform/errors/sentence.ts';

/**
 * For actions that the setting auth.requireVerifiedEmail reserves to verified addresses: publishing, sending
 * messages.
 */
export function requireVerifiedEmail(settings: Settings, actor: UserActor): void {
  if (actor.emailVerified || !settings.get('auth.requireVerifiedEmail')) return;
  throw forbidden(
    t('This requires a verified email address. Enter the code that we sent to it, or request a new one.'),
  );
}
