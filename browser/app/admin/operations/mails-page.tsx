import type { ReactElement } from 'react';
import { useAction } from '../../action.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceFilter, oneOf, TextFilter } from '../../ui/filters.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { usePage, useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, adminRead, type Mail } from '../api.ts';
import { OperationsPage } from './operations.tsx';

const LIMIT = 50;
const STATES = ['queued', 'sent', 'failed'] as const;
const MOODS = { queued: 'is-busy', sent: 'is-good', failed: 'is-bad' } as const;
const KINDS = [
  'account_exported',
  'account_reinstated',
  'api_key',
  'decision',
  'decision_judged',
  'documents_refused',
  'email_change',
  'email_changed',
  'import_completed',
  'import_completed_with_errors',
  'import_failed',
  'import_rehearsed',
  'invoice',
  'notice',
  'password_changed',
  'password_changed_with_keys',
  'password_reset',
  'refund',
  'refundFailed',
  'report_dismissed',
  'report_received',
  'report_resolved',
  'seller_reinstated',
  'seller_suspended',
  'team_invitation',
  'trader_asked',
  'verification',
] as const;

export function MailsPage(): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const [{ state, kind, recipient }] = useUrlState();
  const query = adminRead('mails.list', {
    page: usePage(),
    limit: LIMIT,
    kind,
    recipient,
    state: oneOf(STATES, state),
  });
  const nameOf = (name: string): string => {
    const known = oneOf(KINDS, name);
    return known === undefined ? name : words.text(`desk.mails.kind.${known}`);
  };
  const columns: readonly Column<Mail>[] = [
    {
      id: 'recipient',
      label: words.text('desk.mails.recipient'),
      isFixed: true,
      cell: ({ recipient: to, subject, language, reason }) => (
        <span className="stack tight">
          <span className="long">{to}</span>
          <span className="note" lang={language}>
            {subject}
          </span>
          {reason !== null && <span className="bad long">{reason}</span>}
        </span>
      ),
    },
    { id: 'kind', label: words.text('desk.mails.kind'), isWide: true, cell: (mail) => nameOf(mail.kind) },
    {
      id: 'state',
      label: words.text('desk.review.state'),
      cell: (mail) => (
        <span className={`state ${MOODS[mail.state]}`}>{words.text(`desk.mails.state.${mail.state}`)}</span>
      ),
    },
    {
      id: 'language',
      label: words.text('desk.translations.language'),
      isWide: true,
      cell: ({ language }) => language,
    },
    {
      id: 'at',
      label: words.text('desk.mails.at'),
      isWide: true,
      cell: ({ createdAt }) => words.moment(createdAt),
    },
    {
      id: 'done',
      label: words.text('desk.mails.done'),
      isWide: true,
      cell: ({ doneAt }) => (doneAt === null ? '–' : words.moment(doneAt)),
    },
    {
      id: 'tries',
      label: words.text('desk.operations.tries'),
      align: 'end',
      isWide: true,
      cell: ({ attempts }) => words.number(attempts),
    },
    {
      id: 'acts',
      label: '',
      align: 'end',
      cell: ({ id, canRetry, recipient: to }) =>
        canRetry && (
          <Button
            text="desk.mails.retry"
            about={to}
            className="quiet"
            onClick={() =>
              void act(() => admin.mails.retry(id), {
                done: words.text('desk.mails.retried'),
              })
            }
          />
        ),
    },
  ];
  return (
    <OperationsPage>
      <p className="note">{words.text('desk.mails.note')}</p>
      <div className="table-tools">
        <TextFilter name="recipient" label="desk.mails.recipient" />
        <ChoiceFilter name="kind" label="desk.mails.kind" texts="desk.mails.kind" values={KINDS} />
        <ChoiceFilter name="state" label="desk.review.state" texts="desk.mails.state" values={STATES} />
      </div>
      <PagedTable
        query={query}
        rowsOf={({ mails }) => mails}
        empty={<Empty title={words.text('desk.mails.none')} />}
        label={words.text('desk.operations.mails')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ recipient: to }) => to}
      />
    </OperationsPage>
  );
}
