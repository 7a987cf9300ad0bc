import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Empty } from '../../ui/states.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, type Mail } from '../api.ts';
import { ChoiceFilter, TextFilter, usePage } from '../filters.tsx';
import { useAct } from '../parts.tsx';
import { OperationsPage } from './operations.tsx';

const LIMIT = 50;
const STATES = ['queued', 'sent', 'failed'] as const;
const MOODS = { queued: 'is-busy', sent: 'is-good', failed: 'is-bad' } as const;
const STALE = ['mails', 'jobs', 'overview', 'health', 'audit'];
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
  const act = useAct();
  const [{ state, kind, recipient }] = useUrlState();
  const asked = {
    page: usePage(),
    limit: LIMIT,
    kind,
    recipient,
    state: STATES.find((one) => one === state),
  };
  const query = useQuery({
    queryKey: ['mails', asked],
    queryFn: ({ signal }) => admin.mails.list(asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const nameOf = (name: string): string => {
    const known = KINDS.find((one) => one === name);
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
      cell: ({ state: of }) => (
        <span className={`state ${MOODS[of]}`}>{words.text(`desk.mails.state.${of}`)}</span>
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
          <button
            type="button"
            className="quiet"
            onClick={() =>
              void act(() => admin.mails.retry(id), {
                stale: STALE,
                done: words.text('desk.mails.retried'),
              })
            }
          >
            {words.text('desk.mails.retry')}
            <span className="unseen">: {to}</span>
          </button>
        ),
    },
  ];
  return (
    <OperationsPage>
      <p className="note">{words.text('desk.mails.note')}</p>
      <div className="table-tools">
        <TextFilter name="recipient" label={words.text('desk.mails.recipient')} />
        <ChoiceFilter
          name="kind"
          label={words.text('desk.mails.kind')}
          all={words.text('desk.admin.all')}
          options={KINDS.map((value) => ({ value, label: nameOf(value) }))}
        />
        <ChoiceFilter
          name="state"
          label={words.text('desk.review.state')}
          all={words.text('desk.admin.all')}
          options={STATES.map((value) => ({ value, label: words.text(`desk.mails.state.${value}`) }))}
        />
      </div>
      <PagedTable
        query={query}
        lines={10}
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
