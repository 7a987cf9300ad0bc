/** Links to users of whom a log or report has only the ID. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSession } from '../me.ts';
import { Link } from '../ui/link.tsx';
import { useWords } from '../words.ts';
import { adminRead } from './api.ts';

const FRESH_MS = 10 * 60_000;

function useName(id: string): string {
  const { user } = useSession();
  const query = useQuery({
    ...adminRead('users.get', id),
    enabled: id !== user.id,
    staleTime: FRESH_MS,
    retry: false,
  });
  return id === user.id ? user.name : (query.data?.user.name ?? id);
}

export function PersonLink({ id }: { id: string }): ReactElement {
  return <NamedPerson id={id} name={useName(id)} />;
}

export function NamedPerson({ id, name }: { id: string; name: string }): ReactElement {
  return <Link to={`/admin/users/${id}`}>{name}</Link>;
}

/** The actor of a log entry: a user, an API key or the server. */
export function Actor({
  actor,
}: {
  actor: { readonly kind: string; readonly id: string | null };
}): ReactElement {
  const words = useWords();
  if (actor.id !== null && actor.id.startsWith('usr_')) return <PersonLink id={actor.id} />;
  return <>{actor.kind === 'system' ? words.text('desk.admin.server') : (actor.id ?? actor.kind)}</>;
}
