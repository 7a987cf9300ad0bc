/** Slow and failing endpoints, statements and jobs, and how to proceed. */
import type { ReactElement } from 'react';
import { BarChart } from '../../ui/chart.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, ScrollRegion, Table } from '../../ui/table.tsx';
import { useWords } from '../../words.ts';
import type { EndpointFigures, SystemHealth } from '../api.ts';

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
            points={slowEndpoints.map(({ averageMs }, index) => ({
              label: `${index + 1}`,
              value: averageMs,
            }))}
          />
          <Figures
            label={words.text('desk.admin.speed.slow')}
            head={[
              words.text('desk.admin.speed.endpoint'),
              average,
              words.text('desk.admin.speed.within'),
              requests,
            ]}
            rows={slowEndpoints.map((endpoint, index) => [
              `${index + 1}. ${nameOf(endpoint)}`,
              ms(endpoint.averageMs),
              within(endpoint),
              words.number(endpoint.requests),
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
            rows={failingEndpoints.map((endpoint) => [
              nameOf(endpoint),
              words.number(endpoint.failed),
              words.number(endpoint.requests),
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

/** The first column is the name of the row; the others are numbers. */
function Figures({
  label,
  head: [name = '', ...columns],
  rows,
}: {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}): ReactElement {
  return (
    <ScrollRegion label={label}>
      <Table
        caption={<caption>{label}</caption>}
        columns={[
          { id: name, label: name, isHead: true, cell: ([first]) => <span className="long">{first}</span> },
          ...columns.map((column, index): Column<readonly string[]> => ({
            id: column,
            label: column,
            align: 'end',
            cell: (row) => row[index + 1],
          })),
        ]}
        rows={rows}
        idOf={([first = '']) => first}
      />
    </ScrollRegion>
  );
}
