import { type ReactElement, type ReactNode, useEffect } from 'react';
import { useDesk } from '../me.ts';
import { useWords } from '../words.ts';
import { ConfirmDialog } from './confirm.tsx';

export interface PageProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A view: its heading, which is the title of the browser tab too, its actions, and its content. */
export function Page({ title, note, actions, children }: PageProps): ReactElement {
  const words = useWords();
  const desk = useDesk();
  useEffect(() => {
    document.title = `${title} | ${words.text(desk.title)}`;
  }, [title, words, desk]);
  return (
    <>
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {note !== undefined && <p className="note">{note}</p>}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </header>
      {children}
      <ConfirmDialog />
    </>
  );
}
