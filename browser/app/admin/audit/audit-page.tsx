import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useAction, useDownload } from '../../action.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { TextFilter } from '../../ui/filters.tsx';
import { Form, TextArea, textOf } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { usePage, useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, adminRead, type AuditEntry } from '../api.ts';
import { Changes } from '../history.tsx';
import { Actor } from '../people.tsx';

const LIMIT = 50;

export function AuditPage(): ReactElement {
  const words = useWords();
  const [{ action, actorId, subjectType, subjectId, from, to }] = useUrlState();
  const filters = { action, actorId, subjectType, subjectId, from, to };
  const query = adminRead('auditLog.list', { page: usePage(), limit: LIMIT, ...filters });
  const [save, isSaving] = useDownload();
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
        <Button
          text="desk.audit.csv"
          className="quiet"
          aria-busy={isSaving}
          onClick={() => save(() => admin.auditLog.export(filters), 'audit-log.csv')}
        />
      }
    >
      <div className="stack">
        <Chain />
        <div className="table-tools">
          <TextFilter name="action" label="desk.audit.action" />
          <TextFilter name="actorId" label="desk.audit.actorId" />
          <TextFilter name="subjectType" label="desk.audit.subjectType" />
          <TextFilter name="subjectId" label="desk.audit.subjectId" />
          <TextFilter name="from" type="date" label="desk.audit.from" />
          <TextFilter name="to" type="date" label="desk.audit.to" />
        </div>
        <PagedTable
          query={query}
          rowsOf={({ entries }) => entries}
          label={words.text('desk.admin.nav.audit')}
          columns={columns}
          idOf={({ id }) => id}
          nameOf={(entry) => entry.action}
        />
      </div>
    </Page>
  );
}

const HEAD_LINE = /^\s*(\d+)[\s,;:]+([0-9a-fA-F]{64})\s*$/;

/** Verifies the hash chain of the log, and compares it with checkpoints that were copied earlier. */
function Chain(): ReactElement {
  const words = useWords();
  const head = useQuery(adminRead('auditLog.head'));
  const [outcome, setOutcome] = useState<{ isGood: boolean; text: string } | null>(null);
  const [act, isVerifying] = useAction();
  const verify = (): Promise<boolean> =>
    act(() => admin.auditLog.verify(), {
      next: ({ valid, checked, brokenAt }) =>
        setOutcome({
          isGood: valid,
          text: valid
            ? words.count('desk.audit.valid', checked)
            : words.text('desk.audit.broken', { seq: brokenAt ?? '?' }),
        }),
    });
  const compare = async (values: FormData): Promise<void> => {
    const heads = (textOf(values, 'heads') ?? '').split('\n').flatMap((line) => {
      const match = HEAD_LINE.exec(line);
      return match === null ? [] : [{ seq: Number(match[1]), hash: match[2] ?? '' }];
    });
    const { valid, heads: results } = await admin.auditLog.verifyHeads({ heads });
    const missing = results.filter(({ matches }) => !matches).map(({ seq }) => seq);
    setOutcome({
      isGood: valid && missing.length === 0,
      text:
        missing.length === 0
          ? words.count('desk.audit.headsMatch', results.length)
          : words.text('desk.audit.headsDiffer', { seqs: missing.join(', ') }),
    });
  };
  const line = head.data?.head ?? null;
  return (
    <Section
      title={words.text('desk.audit.chain')}
      note={words.text('desk.audit.chain.note')}
      actions={<Button text="desk.audit.verify" aria-busy={isVerifying} onClick={() => void verify()} />}
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
