/** The yearly moderation report of a marketplace. */
import type { ReactElement } from 'react';
import { useDownload } from '../../action.ts';
import { Button } from '../../ui/button.tsx';
import { BarChart } from '../../ui/chart.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Load, Section } from '../../ui/section.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { useUrlState } from '../../url-state.ts';
import { type DeskText, type DeskWords, useWords } from '../../words.ts';
import { admin, adminRead, type YearlyFigures } from '../api.ts';

const FIRST_YEAR = 2024;
const THIS_YEAR = new Date().getUTCFullYear();

export function FiguresPage(): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  const year = state['year'] ?? String(THIS_YEAR);
  const [save, isSaving] = useDownload();
  return (
    <Page
      title={words.text('desk.admin.nav.law')}
      note={words.text('desk.law.note')}
      actions={
        <>
          <Link to="/admin/law/traders">{words.text('desk.traders.title')}</Link>
          <select
            aria-label={words.text('desk.law.year')}
            value={year}
            onChange={({ target }) => change({ year: target.value })}
          >
            {Array.from({ length: THIS_YEAR - FIRST_YEAR + 1 }, (_, age) => String(THIS_YEAR - age)).map(
              (option) => (
                <option key={option}>{option}</option>
              ),
            )}
          </select>
          <Button
            text="desk.audit.csv"
            className="quiet"
            aria-busy={isSaving}
            onClick={() => save(() => admin.yearlyFigures.export(year), `moderation-${year}.csv`)}
          />
        </>
      }
    >
      <Load query={adminRead('yearlyFigures.get', year)} lines={10}>
        {(figures) => (
          <div className="stack">
            <Notices figures={figures} />
            <Decisions figures={figures} />
            <Statements figures={figures} />
            <Objections figures={figures} />
          </div>
        )}
      </Load>
    </Page>
  );
}

function spanOf(hours: number | null, words: DeskWords): string {
  return hours === null ? '–' : words.span(Math.max(1, hours * 60));
}

const sumOf = (rows: readonly { readonly count: number }[]): number =>
  rows.reduce((sum, { count }) => sum + count, 0);

function Notices({ figures: { notices, medianHours } }: { figures: YearlyFigures }): ReactElement {
  const words = useWords();
  const countOf = (status: string): string =>
    words.number(sumOf(notices.filter((row) => row.status === status)));
  return (
    <Section title={words.text('desk.law.notices')} note={words.text('desk.law.notices.note')}>
      <Facts
        facts={[
          [words.text('desk.law.made'), words.number(sumOf(notices))],
          [
            words.text('desk.law.byGuests'),
            words.number(notices.reduce((sum, { byGuests }) => sum + byGuests, 0)),
          ],
          [words.text('desk.law.resolved'), countOf('resolved')],
          [words.text('desk.law.dismissed'), countOf('dismissed')],
          [words.text('desk.law.open'), countOf('open')],
          [words.text('desk.law.median'), spanOf(medianHours, words)],
        ]}
      />
      {notices.length > 0 && (
        <DataTable
          label={words.text('desk.law.notices')}
          columns={[
            {
              id: 'about',
              label: words.text('desk.law.about'),
              cell: ({ kind }) => words.text(`desk.review.kind.${kind}` as DeskText),
            },
            {
              id: 'because',
              label: words.text('desk.law.because'),
              cell: ({ reason }) => words.text(`desk.review.because.${reason}` as DeskText),
            },
            {
              id: 'outcome',
              label: words.text('desk.law.outcome'),
              cell: ({ status }) => words.text(`desk.law.${status}` as DeskText),
            },
            countColumn(words),
          ]}
          rows={notices}
          idOf={({ kind, reason, status }) => `${kind} ${reason} ${status}`}
        />
      )}
    </Section>
  );
}

function Decisions({ figures: { year, decisions } }: { figures: YearlyFigures }): ReactElement {
  const words = useWords();
  const actions = [...new Set(decisions.map(({ action }) => action))];
  const months = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`);
  return (
    <Section title={words.text('desk.law.decisions')} note={words.text('desk.law.decisions.note')}>
      {actions.length === 0 ? (
        <p className="note">{words.text('desk.table.empty')}</p>
      ) : (
        <>
          <BarChart
            title={words.text('desk.law.decisions')}
            unit={words.text('desk.law.aMonth')}
            points={months.map((month) => ({
              label: words.month(month),
              value: sumOf(decisions.filter((row) => row.month === month)),
            }))}
          />
          <Facts
            facts={actions.map((action) => [
              action,
              words.number(sumOf(decisions.filter((row) => row.action === action))),
            ])}
          />
        </>
      )}
    </Section>
  );
}

const countColumn = (words: DeskWords): Column<{ readonly count: number }> => ({
  id: 'count',
  label: words.text('desk.law.count'),
  align: 'end',
  cell: ({ count }) => words.number(count),
});

function Statements({ figures: { statements } }: { figures: YearlyFigures }): ReactElement | null {
  const words = useWords();
  if (statements.length === 0) return null;
  return (
    <Section title={words.text('desk.law.statements')} note={words.text('desk.law.statements.note')}>
      <DataTable
        label={words.text('desk.law.statements')}
        columns={[
          {
            id: 'what',
            label: words.text('desk.law.what'),
            cell: ({ kind }) => words.text(`desk.review.decided.${kind}` as DeskText),
          },
          {
            id: 'because',
            label: words.text('desk.law.because'),
            cell: ({ code }) => words.name(`ui.desk.reason.${code}`) ?? code,
          },
          {
            id: 'found',
            label: words.text('desk.law.found'),
            cell: ({ foundBy }) => words.text(`desk.law.found.${foundBy}` as DeskText),
          },
          countColumn(words),
        ]}
        rows={statements}
        idOf={({ kind, code, foundBy }) => `${kind} ${code} ${foundBy}`}
      />
    </Section>
  );
}

function Objections({ figures: { objections } }: { figures: YearlyFigures }): ReactElement {
  const words = useWords();
  return (
    <Section title={words.text('desk.law.objections')} note={words.text('desk.law.objections.note')}>
      <Facts
        facts={[
          [words.text('desk.law.made'), words.number(objections.made)],
          [words.text('desk.law.upheld'), words.number(objections.upheld)],
          [words.text('desk.law.reversed'), words.number(objections.reversed)],
          [words.text('desk.law.median'), spanOf(objections.medianHours, words)],
        ]}
      />
    </Section>
  );
}
