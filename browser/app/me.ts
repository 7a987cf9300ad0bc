/** The session, as views ask for it: who works here, and what is unread. */
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
      // The page is being left.
      return new Promise<Session>(() => undefined);
    }
    return session;
  },
} as const;

const DeskContext = createContext<Desk | null>(null);
export const DeskProvider = DeskContext.Provider;
/** Where somebody works: the dealers' workspace or the administrators' desk. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('there is no desk around this');
  return desk;
}

/** It is read before anything is drawn. */
export function useSession(): Session {
  const { data } = useQuery(SESSION_QUERY);
  if (data === undefined) throw new Error('the session has not been read');
  return data;
}

export function useMay(least: TeamRole): boolean {
  return hasRole(useSession().user, least);
}

/** Why a role may not do something, for the button that is disabled; undefined where it may. */
export function useWhyNot(least: TeamRole): string | undefined {
  const words = useWords();
  const isAllowed = useMay(least);
  return isAllowed ? undefined : words.text('desk.role.least', { role: words.text(`desk.role.${least}`) });
}
