/**
 * Modal dialogs by the platform's `<dialog>`, which keeps the focus inside and returns it to where it was. A dialog with unsaved input asks
 * for confirmation before it closes.
 */
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../words.ts';
import { ForgetChanges, useChanges } from './changes.ts';
import { Icon } from './icon.tsx';
import { moveToasts } from './toasts.tsx';

export function Dialog({
  title,
  onClose,
  children,
  footer,
  kind = 'box',
}: {
  title: string;
  /** The content can call it to close without confirmation. */
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** A sheet opens at the side, for long content. */
  kind?: 'box' | 'sheet' | 'palette' | undefined;
}): ReactElement {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const changes = useChanges();
  const [isLeaving, setLeaving] = useState(false);
  const leave = (): void => {
    if (changes.hasAny()) setLeaving(true);
    else onClose();
  };
  useEffect(() => {
    const element = dialog.current;
    const returnTo = document.activeElement;
    element?.showModal();
    moveToasts();
    return () => {
      element?.close();
      moveToasts();
      if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus();
    };
  }, []);
  return (
    // A click outside only closes it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it
    <dialog
      ref={dialog}
      className={`dialog ${kind}`}
      aria-labelledby={heading}
      {...changes.handlers}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        // Otherwise browsers close it on the second press, even if the first was canceled.
        event.preventDefault();
        event.stopPropagation();
        leave();
      }}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) leave();
      }}
    >
      <div className="dialog-body">
        <header className={kind === 'palette' ? 'unseen' : 'dialog-head'}>
          <h2 id={heading}>{title}</h2>
          <button type="button" className="icon-button" aria-label={words.text('desk.close')} onClick={leave}>
            <Icon name="close" />
          </button>
        </header>
        <ForgetChanges value={changes.forget}>{children}</ForgetChanges>
        {footer !== undefined && <footer className="dialog-foot">{footer}</footer>}
      </div>
      {isLeaving && (
        <Confirm
          title={words.text('desk.unsaved')}
          text={words.text('desk.unsaved.text')}
          action={words.text('desk.unsaved.discard')}
          cancel={words.text('desk.unsaved.keep')}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        />
      )}
    </dialog>
  );
}

export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** Label of the button that confirms; the title by default. */
  readonly action?: string;
  /** Text to type before the button can be pressed. */
  readonly word?: string;
  readonly onConfirm: () => unknown;
}

export function Confirm({
  title,
  text,
  action = title,
  cancel,
  word,
  onConfirm,
  onClose,
}: Confirmation & {
  /** Label of the button that leaves everything as it is. */
  cancel?: string;
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
            {cancel ?? words.text('desk.cancel')}
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
