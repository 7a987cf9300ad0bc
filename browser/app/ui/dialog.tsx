/**
 * A modal dialog: the platform's, so focus is held inside and returns to where it came from. With something typed in its form it asks
 * before it closes.
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
  /** Called by a button of the content, it closes without asking. */
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** A sheet stands at the side, for what is long. */
  kind?: 'box' | 'sheet' | 'palette';
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
    // A press beside it is only a short way out.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it
    <dialog
      ref={dialog}
      className={`dialog ${kind}`}
      aria-labelledby={heading}
      {...changes.handlers}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        // Otherwise browsers close it on the second press, whatever the first was answered with.
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

/** Asks before something that cannot be taken back; with a `word`, it must be typed. */
export function Confirm({
  title,
  text,
  action,
  cancel,
  word,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  action: string;
  /** What the button says that leaves everything as it is. */
  cancel?: string;
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
