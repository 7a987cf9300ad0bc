/** People by their ids, as logs and reports name them. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSession } from '../me.ts';
import { useWords } from '../words.ts';
import { admin } from './api.ts';
import { DeskLink } from './parts.tsx';

const KEPT_MS = 10 * 60_000;

function useName(id: string): string {
  const { user } = useSession();
  const query = useQuery({
    queryKey: ['people', id],
    queryFn: async () => (await admin.users.get(id)).user.name,
    enabled: id !== user.id,
    staleTime: KEPT_MS,
    retry: false,
  });
  return id === user.id ? user.name : (query.data ?? id);
}

export function PersonLink({ id }: { id: string }): ReactElement {
  return <NamedPerson id={id} name={useName(id)} />;
}

/** Whose name is known already. */
export function NamedPerson({ id, name }: { id: string; name: string }): ReactElement {
  return <DeskLink to={`/admin/users/${id}`}>{name}</DeskLink>;
}

/** Whoever did something: a person, or the server by itself. */
export function Actor({
  actor,
}: {
  actor: { readonly kind: string; readonly id: string | null };
}): ReactElement {
  const words = useWords();
  if (actor.id !== null && actor.id.startsWith('usr_')) return <PersonLink id={actor.id} />;
  return <>{actor.kind === 'system' ? words.text('desk.admin.server') : (actor.id ?? actor.kind)}</>;
}
