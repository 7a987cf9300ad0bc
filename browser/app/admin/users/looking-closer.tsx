/** What an administrator may read of an account beyond its page: what was reported, a copy of its data, the market as it sees it. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { download } from '../../download.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, TextArea, textOf } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type DeskText, useWords } from '../../words.ts';
import { admin, type AdminUser } from '../api.ts';
import { Section } from '../parts.tsx';
import { Reported, subjectOf } from '../review/reported.tsx';

const REPORTS_SHOWN = 10;
const ASK_AGAIN_MS = 2000;

/** Conversations are read in the copies that were reported, and nowhere else. */
export function ReportsAbout({ userId }: { userId: string }): ReactElement {
  const words = useWords();
  const query = useQuery({
    queryKey: ['review', 'about', userId],
    queryFn: () => admin.reports.list({ reportedUserId: userId, limit: REPORTS_SHOWN }),
  });
  return (
    <Section title={words.text('desk.users.reports')} note={words.text('desk.users.reports.note')}>
      <Loaded query={query}>
        {({ reports }) =>
          reports.length === 0 ? (
            <p className="note">{words.text('desk.users.reports.none')}</p>
          ) : (
            <ul className="stack tight">
              {reports.map((report) => (
                <li key={report.id}>
                  <details>
                    <summary>
                      {words.text(`desk.review.kind.${report.kind}` as DeskText)}
                      {subjectOf(report) !== null && ` · ${subjectOf(report)}`} ·{' '}
                      {words.text(`desk.review.because.${report.reason}` as DeskText)} ·{' '}
                      {words.text(`desk.law.${report.status}` as DeskText)} · {words.moment(report.createdAt)}
                    </summary>
                    {report.details !== null && <p className="user-text">{report.details}</p>}
                    <Reported report={report} />
                    {report.measures.length > 0 && (
                      <p>
                        {report.measures
                          .map((kind) => words.text(`desk.review.decided.${kind}` as DeskText))
                          .join(' · ')}
                      </p>
                    )}
                    {report.decision !== null && <p className="reply user-text">{report.decision}</p>}
                  </details>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function isPreparing(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'status' in data && data.status === 'preparing';
}

/** Waits until the copy that was ordered is ready, then offers to save it. */
export function ExportFile({ userId }: { userId: string }): ReactElement {
  const words = useWords();
  const query = useQuery({
    queryKey: ['account-export', userId],
    queryFn: () => admin.users.export(userId),
    refetchInterval: ({ state }) => (isPreparing(state.data) ? ASK_AGAIN_MS : false),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Section title={words.text('desk.users.export')} note={words.text('desk.users.export.note')}>
      <div role="status">
        <Loaded query={query} lines={1}>
          {(data) =>
            isPreparing(data) ? (
              <p className="note">{words.text('desk.users.export.preparing')}</p>
            ) : (
              <button
                type="button"
                onClick={() =>
                  download(
                    new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
                    `account-${userId}.json`,
                  )
                }
              >
                {words.text('desk.users.export.save')}
              </button>
            )
          }
        </Loaded>
      </div>
    </Section>
  );
}

export function ViewAs({ user, onClose }: { user: AdminUser; onClose: () => void }): ReactElement {
  const words = useWords();
  return (
    <Dialog title={words.text('desk.users.view')} onClose={onClose}>
      <p>{words.text('desk.users.view.text')}</p>
      <Form
        submit={words.text('desk.users.view')}
        onSubmit={async (values) => {
          await admin.users.view(user.id, { reason: textOf(values, 'reason') ?? '' });
          location.assign(user.seller === null ? '/' : '/dealer');
        }}
      >
        <TextArea
          name="reason"
          label={words.text('desk.users.view.reason')}
          hint={words.text('desk.users.view.reason.hint')}
          rows={2}
          maxLength={500}
          required
        />
      </Form>
    </Dialog>
  );
}
