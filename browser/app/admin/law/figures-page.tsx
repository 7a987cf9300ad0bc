/** What a marketplace publishes each year about its moderation. */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { download } from '../../download.ts';
import { BarChart } from '../../ui/chart.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded, problemText } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useUrlState } from '../../url-state.ts';
import { type DeskText, type DeskWords, useWords } from '../../words.ts';
import { admin, type YearlyFigures } from '../api.ts';
import { DeskLink, Facts, Section } from '../parts.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';

const FIRST_YEAR = 2024;
const THIS_YEAR = new Date().getUTCFullYear();

export function FiguresPage(): ReactElement {
  const words = useWords();
  const [state, change] = useUrlState();
  const year = state['year'] ?? String(THIS_YEAR);
  const query = useQuery({
    queryKey: ['yearly-figures', year],
    queryFn: () => admin.yearlyFigures.get(year),
  });
  const save = useMutation({
    mutationFn: () => admin.yearlyFigures.export(year),
    onSuccess: (file: unknown) => {
      if (file instanceof Blob) download(file, `moderation-${year}.csv`);
    },
    onError: (error) => say(problemText(error, words), { isProblem: true }),
  });
  return (
    <Page
      title={words.text('desk.admin.nav.law')}
      note={words.text('desk.law.note')}
      actions={
        <>
          <DeskLink to="/admin/law/traders">{words.text('desk.traders.title')}</DeskLink>
          <select
            aria-label={words.text('desk.law.year')}
            value={year}
            onChange={({ target }) => change({ year: target.value })}
          >
            {Array.from({ length: THIS_YEAR - FIRST_YEAR + 1 }, (_, at) => String(THIS_YEAR - at)).map(
              (one) => (
                <option key={one}>{one}</option>
              ),
            )}
          </select>
          <button type="button" className="quiet" aria-busy={save.isPending} onClick={() => save.mutate()}>
            {words.text('desk.audit.csv')}
          </button>
        </>
      }
    >
      <Loaded query={query} lines={10}>
        {(figures) => (
          <div className="stack">
            <Notices figures={figures} />
            <Decisions figures={figures} />
            <Statements figures={figures} />
            <Objections figures={figures} />
          </div>
        )}
      </Loaded>
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
  const with_ = (status: string): string =>
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
          [words.text('desk.law.resolved'), with_('resolved')],
          [words.text('desk.law.dismissed'), with_('dismissed')],
          [words.text('desk.law.open'), with_('open')],
          [words.text('desk.law.median'), spanOf(medianHours, words)],
        ]}
      />
      {notices.length > 0 && (
        <ScrollRegion label={words.text('desk.law.notices')}>
          <table className="table">
            <thead>
              <tr>
                {(['about', 'because', 'outcome'] as const).map((name) => (
                  <th key={name} scope="col">
                    {words.text(`desk.law.${name}`)}
                  </th>
                ))}
                <th scope="col" className="end">
                  {words.text('desk.law.count')}
                </th>
              </tr>
            </thead>
            <tbody>
              {notices.map(({ kind, reason, status, count }) => (
                <tr key={`${kind} ${reason} ${status}`}>
                  <td>{words.text(`desk.review.kind.${kind}` as DeskText)}</td>
                  <td>{words.text(`desk.review.because.${reason}` as DeskText)}</td>
                  <td>{words.text(`desk.law.${status}` as DeskText)}</td>
                  <td className="end">{words.number(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Section>
  );
}

function Decisions({ figures: { year, decisions } }: { figures: YearlyFigures }): ReactElement {
  const words = useWords();
  const actions = [...new Set(decisions.map(({ action }) => action))];
  const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`);
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

function Statements({ figures: { statements } }: { figures: YearlyFigures }): ReactElement | null {
  const words = useWords();
  if (statements.length === 0) return null;
  return (
    <Section title={words.text('desk.law.statements')} note={words.text('desk.law.statements.note')}>
      <ScrollRegion label={words.text('desk.law.statements')}>
        <table className="table">
          <thead>
            <tr>
              {(['what', 'because', 'found'] as const).map((name) => (
                <th key={name} scope="col">
                  {words.text(`desk.law.${name}`)}
                </th>
              ))}
              <th scope="col" className="end">
                {words.text('desk.law.count')}
              </th>
            </tr>
          </thead>
          <tbody>
            {statements.map(({ kind, code, foundBy, count }) => (
              <tr key={`${kind} ${code} ${foundBy}`}>
                <td>{words.text(`desk.review.decided.${kind}` as DeskText)}</td>
                <td>{words.name(`ui.desk.reason.${code}`) ?? code}</td>
                <td>{words.text(`desk.law.found.${foundBy}` as DeskText)}</td>
                <td className="end">{words.number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
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
