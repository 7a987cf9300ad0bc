import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { download } from '../../download.ts';
import { Form, TextArea, textOf } from '../../ui/form.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, problemText } from '../../ui/states.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { say } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, type AuditEntry } from '../api.ts';
import { TextFilter, usePage } from '../filters.tsx';
import { Changes } from '../history.tsx';
import { Section } from '../parts.tsx';
import { Actor } from '../people.tsx';

const LIMIT = 50;

export function AuditPage(): ReactElement {
  const words = useWords();
  const [{ action, actorId, subjectType, subjectId, from, to }] = useUrlState();
  const filters = { action, actorId, subjectType, subjectId, from, to };
  const asked = { page: usePage(), limit: LIMIT, ...filters };
  const query = useQuery({
    queryKey: ['audit', 'list', asked],
    queryFn: () => admin.auditLog.list(asked),
    placeholderData: keepPreviousData,
  });
  const save = useMutation({
    mutationFn: () => admin.auditLog.export(filters),
    onSuccess: (file: unknown) => {
      if (file instanceof Blob) download(file, 'audit-log.csv');
    },
    onError: (error) => say(problemText(error, words), { isProblem: true }),
  });
  const columns: readonly Column<AuditEntry>[] = [
    {
      id: 'at',
      label: words.text('desk.audit.at'),
      isFixed: true,
      cell: ({ at, seq }) => (
        <span className="stack tight">
          <span>{words.moment(at)}</span>
          <span className="note">{words.number(seq)}</span>
        </span>
      ),
    },
    {
      id: 'action',
      label: words.text('desk.audit.action'),
      isFixed: true,
      cell: (entry) => (
        <span className="stack tight">
          <strong>{entry.action}</strong>
          <span className="note long">
            {entry.subject.type} {entry.subject.id}
          </span>
          <Changes entry={entry} />
        </span>
      ),
    },
    {
      id: 'actor',
      label: words.text('desk.audit.actor'),
      cell: ({ actor }) => <Actor actor={actor} />,
    },
    { id: 'ip', label: words.text('desk.audit.ip'), isWide: true, cell: ({ ip }) => ip ?? '–' },
  ];
  return (
    <Page
      title={words.text('desk.admin.nav.audit')}
      note={words.text('desk.audit.note')}
      actions={
        <button type="button" className="quiet" aria-busy={save.isPending} onClick={() => save.mutate()}>
          {words.text('desk.audit.csv')}
        </button>
      }
    >
      <div className="stack">
        <Chain />
        <div className="table-tools">
          <TextFilter name="action" label={words.text('desk.audit.action')} />
          <TextFilter name="actorId" label={words.text('desk.audit.actorId')} />
          <TextFilter name="subjectType" label={words.text('desk.audit.subjectType')} />
          <TextFilter name="subjectId" label={words.text('desk.audit.subjectId')} />
          <TextFilter name="from" type="date" label={words.text('desk.audit.from')} />
          <TextFilter name="to" type="date" label={words.text('desk.audit.to')} />
        </div>
        <PagedTable
          query={query}
          rowsOf={({ entries }) => entries}
          empty={<Empty title={words.text('desk.table.filteredEmpty')} />}
          label={words.text('desk.admin.nav.audit')}
          columns={columns}
          idOf={({ id }) => id}
          nameOf={({ action: of }) => of}
        />
      </div>
    </Page>
  );
}

const HEAD_LINE = /^\s*(\d+)[\s,;:]+([0-9a-fA-F]{64})\s*$/;

/** Whether nobody has changed the log behind its back. */
function Chain(): ReactElement {
  const words = useWords();
  const head = useQuery({ queryKey: ['audit', 'head'], queryFn: () => admin.auditLog.head() });
  const [outcome, setOutcome] = useState<{ isGood: boolean; text: string } | null>(null);
  const verify = useMutation({
    mutationFn: () => admin.auditLog.verify(),
    onSuccess: ({ valid, checked, brokenAt }) =>
      setOutcome({
        isGood: valid,
        text: valid
          ? words.count('desk.audit.valid', checked)
          : words.text('desk.audit.broken', { seq: brokenAt ?? '?' }),
      }),
    onError: (error) => say(problemText(error, words), { isProblem: true }),
  });
  const compare = async (values: FormData): Promise<void> => {
    const heads = (textOf(values, 'heads') ?? '').split('\n').flatMap((line) => {
      const match = HEAD_LINE.exec(line);
      return match === null ? [] : [{ seq: Number(match[1]), hash: match[2] ?? '' }];
    });
    const { valid, heads: found } = await admin.auditLog.verifyHeads({ heads });
    const missing = found.filter(({ matches }) => !matches).map(({ seq }) => seq);
    setOutcome({
      isGood: valid && missing.length === 0,
      text:
        missing.length === 0
          ? words.count('desk.audit.headsMatch', found.length)
          : words.text('desk.audit.headsDiffer', { seqs: missing.join(', ') }),
    });
  };
  const line = head.data?.head === undefined || head.data.head === null ? null : head.data.head;
  return (
    <Section
      title={words.text('desk.audit.chain')}
      note={words.text('desk.audit.chain.note')}
      actions={
        <button type="button" aria-busy={verify.isPending} onClick={() => verify.mutate()}>
          {words.text('desk.audit.verify')}
        </button>
      }
    >
      {outcome !== null && (
        <p role="status" className={outcome.isGood ? 'good' : 'bad'}>
          {outcome.text}
        </p>
      )}
      {line !== null && (
        <p className="row">
          <span className="secret">{`${line.seq} ${line.hash}`}</span>
          <CopyButton text={`${line.seq} ${line.hash}`} label={words.text('desk.audit.head')} />
        </p>
      )}
      <details className="example">
        <summary>{words.text('desk.audit.compare')}</summary>
        <div className="stack">
          <Form onSubmit={compare} submit={words.text('desk.audit.compare')} isQuiet>
            <TextArea
              name="heads"
              label={words.text('desk.audit.heads')}
              hint={words.text('desk.audit.heads.hint')}
              rows={3}
            />
          </Form>
        </div>
      </details>
    </Section>
  );
}
