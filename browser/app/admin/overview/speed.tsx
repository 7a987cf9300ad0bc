/** What is slow and what fails, and what to do about it. */
import type { ReactElement, ReactNode } from 'react';
import { BarChart } from '../../ui/chart.tsx';
import { useWords } from '../../words.ts';
import type { EndpointFigures, SystemHealth } from '../api.ts';
import { Section } from '../parts.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';

export function Speed({ health }: { health: SystemHealth }): ReactElement {
  const words = useWords();
  const { slowEndpoints, failingEndpoints, slowStatements, failingJobs } = health;
  const requests = words.text('desk.admin.speed.requests');
  const average = words.text('desk.admin.speed.average');
  const nameOf = ({ method, route }: EndpointFigures): string => `${method} ${route}`;
  const ms = (value: number): string => words.text('desk.admin.speed.ms', { count: words.number(value) });
  const within = ({ within95Ms }: EndpointFigures): string =>
    within95Ms === null ? words.text('desk.admin.speed.longer') : ms(within95Ms);
  return (
    <Section title={words.text('desk.admin.speed')} note={words.text('desk.admin.speed.note')}>
      {slowEndpoints.length > 0 && (
        <>
          <BarChart
            title={words.text('desk.admin.speed.slow')}
            unit={words.text('desk.admin.speed.slow.unit')}
            points={slowEndpoints.map((one, at) => ({ label: `${at + 1}`, value: one.averageMs }))}
          />
          <Figures
            label={words.text('desk.admin.speed.slow')}
            head={[
              words.text('desk.admin.speed.endpoint'),
              average,
              words.text('desk.admin.speed.within'),
              requests,
            ]}
            rows={slowEndpoints.map((one, at) => [
              `${at + 1}. ${nameOf(one)}`,
              ms(one.averageMs),
              within(one),
              words.number(one.requests),
            ])}
          />
          <p>{words.text('desk.admin.speed.slow.todo')}</p>
        </>
      )}
      {slowStatements.length > 0 && (
        <>
          <Figures
            label={words.text('desk.admin.speed.statements')}
            head={[words.text('desk.admin.speed.statement'), words.text('desk.admin.speed.longest')]}
            rows={slowStatements.map(({ statement, ms: took }) => [statement, ms(took)])}
          />
          <p>{words.text('desk.admin.speed.statements.todo')}</p>
        </>
      )}
      {failingEndpoints.length > 0 && (
        <>
          <Figures
            label={words.text('desk.admin.speed.failing')}
            head={[words.text('desk.admin.speed.endpoint'), words.text('desk.admin.speed.failed'), requests]}
            rows={failingEndpoints.map((one) => [
              nameOf(one),
              words.number(one.failed),
              words.number(one.requests),
            ])}
          />
          <p>{words.text('desk.admin.speed.failing.todo')}</p>
        </>
      )}
      {failingJobs.length > 0 && (
        <>
          <Figures
            label={words.text('desk.admin.speed.jobs')}
            head={[
              words.text('desk.operations.job'),
              words.text('desk.admin.speed.gaveUp'),
              words.text('desk.admin.speed.retried'),
              words.text('desk.admin.speed.done'),
            ]}
            rows={failingJobs.map(({ job, failed, retried, done }) => [
              job,
              words.number(failed),
              words.number(retried),
              words.number(done),
            ])}
          />
          <p>{words.text('desk.admin.speed.jobs.todo')}</p>
        </>
      )}
      {failingEndpoints.length === 0 && failingJobs.length === 0 && (
        <p className="good">{words.text('desk.admin.speed.nothingFails')}</p>
      )}
    </Section>
  );
}

/** The first column names the row, all others are numbers. */
function Figures({
  label,
  head: [name, ...columns],
  rows,
}: {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}): ReactElement {
  const numbers = (texts: readonly string[]): ReactNode =>
    texts.map((text, at) => (
      <td key={columns[at]} className="end">
        {text}
      </td>
    ));
  return (
    <ScrollRegion label={label}>
      <table className="table">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className="end">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...rest]) => (
            <tr key={first}>
              <th scope="row" className="long">
                {first}
              </th>
              {numbers(rest)}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
