/** The session as views read it: the user, their role, and the number of unread messages. */
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Desk } from './areas.ts';
import { hasRole, readSession, type Session, type TeamRole } from './session.ts';
import { goToSignIn } from './sign-in.ts';
import { useWords } from './words.ts';

export const SESSION_QUERY = {
  queryKey: ['session'],
  queryFn: async (): Promise<Session> => {
    const session = await readSession();
    if (session === null) {
      goToSignIn();
      // The browser is leaving the page.
      return new Promise<Session>(() => undefined);
    }
    return session;
  },
} as const;

const DeskContext = createContext<Desk | null>(null);
export const DeskProvider = DeskContext.Provider;
/** The dealer workspace or the admin console. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('useDesk needs a DeskProvider');
  return desk;
}

/** `main.tsx` has loaded it before the first view is drawn. */
export function useSession(): Session {
  const { data } = useQuery(SESSION_QUERY);
  if (data === undefined) throw new Error('the session has not been read');
  return data;
}

export function useHasRole(least: TeamRole): boolean {
  return hasRole(useSession().user, least);
}

/** Attributes of a button that needs a role: without the role it is disabled, and its title says why. */
export function useGuard(least: TeamRole): {
  readonly disabled: boolean;
  readonly title: string | undefined;
} {
  const words = useWords();
  if (useHasRole(least)) return { disabled: false, title: undefined };
  const role = words.text(`desk.role.${least}`);
  return { disabled: true, title: words.text('desk.role.least', { role }) };
}
