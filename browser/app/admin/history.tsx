/** The latest audit log entries about a resource. */
import type { ReactElement } from 'react';
import { Link } from '../ui/link.tsx';
import { List, Load } from '../ui/section.tsx';
import { useWords } from '../words.ts';
import { adminRead, type AuditEntry } from './api.ts';
import { Actor } from './people.tsx';

const SHOWN = 10;

export function History({ type, id }: { type: string; id: string }): ReactElement {
  const words = useWords();
  return (
    <Load query={adminRead('auditLog.list', { subjectType: type, subjectId: id, limit: SHOWN })}>
      {({ entries, pagination }) => (
        <>
          <List rows={entries} none={words.text('desk.admin.history.none')} className="stack tight">
            {(entry) => (
              <li key={entry.id} className="reply">
                <strong>{entry.action}</strong> · <Actor actor={entry.actor} /> ·{' '}
                <span className="note">{words.moment(entry.at)}</span>
                <Changes entry={entry} />
              </li>
            )}
          </List>
          {pagination.total > SHOWN && (
            <Link to={`/admin/audit?${new URLSearchParams({ subjectType: type, subjectId: id }).toString()}`}>
              {words.text('desk.admin.history.all')}
            </Link>
          )}
        </>
      )}
    </Load>
  );
}

export function Changes({ entry: { before, after } }: { entry: AuditEntry }): ReactElement | null {
  const oldFields = fieldsOf(before);
  const newFields = fieldsOf(after);
  const names = [...new Set([...Object.keys(oldFields), ...Object.keys(newFields)])];
  if (names.length === 0) return null;
  return (
    <span className="note changes">
      {names.map((name) => (
        <span key={name}>
          {name}: {name in oldFields && <del>{textOfValue(oldFields[name])}</del>}{' '}
          {name in newFields && <ins>{textOfValue(newFields[name])}</ins>}
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

function textOfValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
