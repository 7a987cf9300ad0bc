/** What was done to something, by whom and when, from the audit log. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Loaded } from '../ui/states.tsx';
import { useWords } from '../words.ts';
import { admin, type AuditEntry } from './api.ts';
import { DeskLink } from './parts.tsx';
import { Actor } from './people.tsx';

const SHOWN = 10;

export function History({ type, id }: { type: string; id: string }): ReactElement {
  const words = useWords();
  const query = useQuery({
    queryKey: ['audit', type, id],
    queryFn: () => admin.auditLog.list({ subjectType: type, subjectId: id, limit: SHOWN }),
  });
  return (
    <Loaded query={query}>
      {({ entries, pagination }) =>
        entries.length === 0 ? (
          <p className="note">{words.text('desk.admin.history.none')}</p>
        ) : (
          <>
            <ol className="stack tight">
              {entries.map((entry) => (
                <li key={entry.id} className="reply">
                  <strong>{entry.action}</strong> · <Actor actor={entry.actor} /> ·{' '}
                  <span className="note">{words.moment(entry.at)}</span>
                  <Changes entry={entry} />
                </li>
              ))}
            </ol>
            {pagination.total > SHOWN && (
              <DeskLink
                to={`/admin/audit?${new URLSearchParams({ subjectType: type, subjectId: id }).toString()}`}
              >
                {words.text('desk.admin.history.all')}
              </DeskLink>
            )}
          </>
        )
      }
    </Loaded>
  );
}

/** Before and after, field by field. */
export function Changes({ entry: { before, after } }: { entry: AuditEntry }): ReactElement | null {
  const was = fieldsOf(before);
  const is = fieldsOf(after);
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  if (names.length === 0) return null;
  return (
    <span className="note changes">
      {names.map((name) => (
        <span key={name}>
          {name}: {name in was && <del>{shown(was[name])}</del>} {name in is && <ins>{shown(is[name])}</ins>}
        </span>
      ))}
    </span>
  );
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
}

const TEXT_MAX = 120;

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
