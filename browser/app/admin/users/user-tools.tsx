/** Further data of an account for administrators: reports, a copy of its data, the marketplace as the account sees it. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { download } from '../../download.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea, textOf } from '../../ui/form.tsx';
import { List, Section } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type DeskText, useWords } from '../../words.ts';
import { admin, adminRead, type AdminUser } from '../api.ts';
import { Reported, subjectOf } from '../review/reported.tsx';

const REPORTS_SHOWN = 10;
const POLL_MS = 2000;

/** Administrators read conversations only in the copies that were reported. */
export function ReportsAbout({ userId }: { userId: string }): ReactElement {
  const words = useWords();
  const query = useQuery(adminRead('reports.list', { reportedUserId: userId, limit: REPORTS_SHOWN }));
  return (
    <Section title={words.text('desk.users.reports')} note={words.text('desk.users.reports.note')}>
      <Loaded query={query}>
        {({ reports }) => (
          <List rows={reports} none={words.text('desk.users.reports.none')} className="stack tight">
            {(report) => (
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
            )}
          </List>
        )}
      </Loaded>
    </Section>
  );
}

function isPreparing(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'status' in data && data.status === 'preparing';
}

/** Waits until the requested copy is ready, then offers to save it. */
export function ExportFile({ userId }: { userId: string }): ReactElement {
  const words = useWords();
  const query = useQuery({
    ...adminRead('users.export', userId),
    refetchInterval: ({ state }) => (isPreparing(state.data) ? POLL_MS : false),
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
              <Button
                text="desk.users.export.save"
                onClick={() =>
                  download(
                    new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
                    `account-${userId}.json`,
                  )
                }
              />
            )
          }
        </Loaded>
      </div>
    </Section>
  );
}

export function ViewAs({ user, onClose }: { user: AdminUser; onClose: () => void }): ReactElement {
  const words = useWords();
  const view = async (values: FormData): Promise<void> => {
    await admin.users.view(user.id, { reason: textOf(values, 'reason') ?? '' });
    location.assign(user.seller === null ? '/' : '/dealer');
  };
  return (
    <FormDialog
      title={words.text('desk.users.view')}
      intro={words.text('desk.users.view.text')}
      onSubmit={view}
      onClose={onClose}
    >
      <TextArea
        name="reason"
        label={words.text('desk.users.view.reason')}
        hint={words.text('desk.users.view.reason.hint')}
        rows={2}
        maxLength={500}
        required
      />
    </FormDialog>
  );
}
