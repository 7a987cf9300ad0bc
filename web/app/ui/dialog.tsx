/** A modal dialog: the platform's, so focus is held inside and returns to where it came from. */
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../words.ts';
import { Icon } from './icon.tsx';

export function Dialog({
  title,
  onClose,
  children,
  footer,
  kind = 'box',
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** A sheet stands at the side, for what is long. */
  kind?: 'box' | 'sheet' | 'palette';
}): ReactElement {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    const returnTo = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus();
    };
  }, []);
  return (
    // The keys of a dialog are the platform's; a press beside it is only a short way out.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it
    <dialog
      ref={dialog}
      className={`dialog ${kind}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="dialog-body">
        <header className={kind === 'palette' ? 'unseen' : 'dialog-head'}>
          <h2 id={heading}>{title}</h2>
          <button
            type="button"
            className="icon-button"
            aria-label={words.text('desk.close')}
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </header>
        {children}
        {footer !== undefined && <footer className="dialog-foot">{footer}</footer>}
      </div>
    </dialog>
  );
}

/** Asks before something that cannot be taken back; with a `word`, it must be typed. */
export function Confirm({
  title,
  text,
  action,
  word,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  action: string;
  word?: string;
  onConfirm: () => void;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const [typed, setTyped] = useState('');
  const field = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="quiet" onClick={onClose}>
            {words.text('desk.cancel')}
          </button>
          <button
            type="button"
            className="danger"
            disabled={word !== undefined && typed !== word}
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {action}
          </button>
        </>
      }
    >
      <p>{text}</p>
      {word !== undefined && (
        <div className="field">
          <label htmlFor={field}>{words.text('desk.confirm.type', { word })}</label>
          <input
            id={field}
            value={typed}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      )}
    </Dialog>
  );
}
