/** Pieces that several areas of the desk share. */
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useId } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { PageProps } from '../ui/page.tsx';
import { problemText } from '../ui/states.tsx';
import { say } from '../ui/toasts.tsx';
import { useWords } from '../words.ts';

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

/** An address of this desk with what its view shows, as plain text. */
export function DeskLink({
  to,
  children,
  className,
}: {
  to: string;
  children: ReactNode;
  className?: string;
}): ReactElement {
  const [path = '', query = ''] = to.split('?');
  const search: unknown = Object.fromEntries(new URLSearchParams(query));
  return (
    <Link to={path} search={search as never} className={className}>
      {children}
    </Link>
  );
}

/** Runs a call, says what came of it, and makes what it changed stale. True when it was done. */
export function useAct(): (
  run: () => Promise<unknown>,
  options: { stale: readonly string[]; done?: string },
) => Promise<boolean> {
  const words = useWords();
  const queries = useQueryClient();
  return async (run, { stale, done }) => {
    try {
      await run();
      if (done !== undefined) say(done);
      return true;
    } catch (error) {
      say(problemText(error, words), { isProblem: true });
      return false;
    } finally {
      await Promise.all(stale.map((name) => queries.invalidateQueries({ queryKey: [name] })));
    }
  };
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
