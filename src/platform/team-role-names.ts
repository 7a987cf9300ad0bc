import type { TeamRole } from './actor.ts';
import { t, type Message } from './errors/sentence.ts';

const NAMES: Readonly<Record<TeamRole, Message>> = {
  OWNER: t('OWNER'),
  MANAGER: t('MANAGER'),
  AGENT: t('AGENT'),
  VIEWER: t('VIEWER'),
};

/** Name of a role within an error: the API name in English, the name from the dealer workspace in other languages. */
export function teamRoleName(role: TeamRole): Message {
  return NAMES[role];
}
