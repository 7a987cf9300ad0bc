import type { ReactElement } from 'react';
import { Facts } from '../../ui/section.tsx';
import { type DeskText, useWords } from '../../words.ts';
import { admin, adminRead, type Report } from '../api.ts';
import { NamedPerson } from '../people.tsx';
import { type Item, Queue, QUEUE_ROWS } from './board.tsx';
import { type Reason, REPORT_REASONS } from './reasons.tsx';
import { Reported, subjectOf } from './reported.tsx';

function resolve(report: Report, reason: Reason | null): Promise<unknown> {
  const { code = 'other', text = '', extras = [] } = reason ?? {};
  return admin.reports.decide(report.id, {
    status: 'resolved',
    code,
    decision: text,
    takeDown: report.kind !== 'message' && extras.includes('takeDown'),
    effect: extras.includes('suspend') ? 'suspend_user' : 'none',
  });
}

export function ReportsQueuePage(): ReactElement {
  const words = useWords();
  const itemOf = (row: Report): Item => ({
    id: row.id,
    title: subjectOf(row) ?? words.text(`desk.review.kind.${row.kind}` as DeskText),
    since: row.createdAt,
    note: `${words.text(`desk.review.kind.${row.kind}` as DeskText)} · ${words.text(`desk.review.because.${row.reason}` as DeskText)}`,
  });
  return (
    <Queue
      query={adminRead('reports.list', { status: 'open', limit: QUEUE_ROWS })}
      rowsOf={({ reports }) => reports}
      itemOf={itemOf}
      detail={(row) => <ReportDetail key={row.id} report={row} />}
      accept={{
        label: 'desk.review.dismiss',
        done: 'desk.review.dismissed',
        send: ({ id }) =>
          admin.reports.decide(id, {
            status: 'dismissed',
            decision: words.text('desk.review.noBreach'),
          }),
      }}
      refuse={{
        label: 'desk.review.resolve',
        done: 'desk.review.resolved',
        reasons: REPORT_REASONS,
        extras: [
          { name: 'takeDown', label: 'desk.review.takeDown' },
          { name: 'suspend', label: 'desk.review.suspendToo' },
        ],
        send: resolve,
      }}
    />
  );
}

function ReportDetail({ report }: { report: Report }): ReactElement {
  const words = useWords();
  const { reason, details, kind, reporterId, reporterName, guest, createdAt } = report;
  const { reportedUserId, reportedUserName } = report;
  return (
    <>
      <h2>{subjectOf(report) ?? words.text(`desk.review.kind.${kind}` as DeskText)}</h2>
      <Facts
        facts={[
          [words.text('desk.review.because'), words.text(`desk.review.because.${reason}` as DeskText)],
          [
            words.text('desk.review.reporter'),
            reporterId === null ? (
              [guest?.name, guest?.email, words.text('desk.review.guest')].filter(Boolean).join(' · ')
            ) : (
              <NamedPerson key="reporter" id={reporterId} name={reporterName ?? reporterId} />
            ),
          ],
          [
            words.text('desk.review.reported'),
            reportedUserId === null ? (
              '–'
            ) : (
              <NamedPerson key="reported" id={reportedUserId} name={reportedUserName ?? reportedUserId} />
            ),
          ],
          [words.text('desk.review.at'), words.moment(createdAt)],
        ]}
      />
      {details !== null && <blockquote className="reply user-text">{details}</blockquote>}
      <h3>{words.text('desk.review.asItWas')}</h3>
      <Reported report={report} />
    </>
  );
}
