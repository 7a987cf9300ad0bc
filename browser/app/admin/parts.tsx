/** Pieces that several areas of the desk share. */
import { type ReactElement, type ReactNode, useId } from 'react';
import type { PageProps } from '../ui/page.tsx';

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
