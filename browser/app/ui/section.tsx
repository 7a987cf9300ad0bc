/** Parts of pages. */
import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useId } from 'react';
import type { PageProps } from './page.tsx';
import { Loaded } from './states.tsx';

export function Section({ title, note, actions, children }: PageProps): ReactElement {
  const heading = useId();
  return (
    <section className="panel stack" aria-labelledby={heading}>
      <div className="row spread">
        <h2 id={heading}>{title}</h2>
        {actions !== undefined && <div className="row">{actions}</div>}
      </div>
      {note !== undefined && <p className="note">{note}</p>}
      {children}
    </section>
  );
}

export function Facts({
  facts,
}: {
  facts: readonly (readonly [label: string, value: ReactNode])[];
}): ReactElement {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A list of rows, or what to show if there are none. */
export function List<Row>({
  rows,
  none,
  className = 'short-list',
  children,
}: {
  rows: readonly Row[];
  /** A text is shown as a note. */
  none: ReactNode;
  className?: string;
  /** Draws a row as `<li>`. */
  children: (row: Row) => ReactNode;
}): ReactNode {
  if (rows.length > 0) return <ul className={className}>{rows.map(children)}</ul>;
  return typeof none === 'string' ? <p className="note">{none}</p> : none;
}

/** Reads a query and draws it, for data that nothing else on the page needs. */
export function Load<Data, Key extends QueryKey>({
  query,
  ...view
}: {
  query: UseQueryOptions<Data, Error, Data, Key>;
  children: (data: Data) => ReactNode;
  lines?: number;
}): ReactNode {
  return <Loaded {...view} query={useQuery(query)} />;
}
