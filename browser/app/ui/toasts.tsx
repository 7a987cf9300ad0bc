/** Short messages about results. Screen readers read them; successes disappear after a while. */
import { type ReactElement, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useWords } from '../words.ts';
import { Icon } from './icon.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isProblem: boolean;
  readonly action: { readonly label: string; readonly run: () => void } | undefined;
}

interface ToastOptions {
  readonly isProblem?: boolean;
  readonly action?: Toast['action'] | undefined;
}

const SHOWN_MS = 6000;
/** The user needs longer to decide about the action. */
const SHOWN_WITH_ACTION_MS = 12_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

/** @returns a function that removes the toast */
export function showToast(text: string, options: ToastOptions = {}): () => void {
  const { action, isProblem = false } = options;
  const toast: Toast = { id: ++lastId, text, isProblem, action };
  set([...toasts.filter((other) => other.text !== text), toast].slice(-3));
  // Errors stay until they are closed.
  if (!isProblem) setTimeout(() => dismiss(toast.id), action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS);
  return () => dismiss(toast.id);
}

export function notify(text: string, options: ToastOptions = {}): void {
  showToast(text, options);
}

/** Moves the toasts when a modal dialog opens or closes, because only its content is visible and clickable. */
export function moveToasts(): void {
  set([...toasts]);
}

export function Toasts(): ReactElement {
  const words = useWords();
  const visible = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => toasts,
  );
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const list = (
    <div className="toasts" role="status" aria-live="polite">
      {visible.map(({ id, text, isProblem, action }) => (
        <div key={id} className={isProblem ? 'toast problem' : 'toast'}>
          <span>{text}</span>
          {action !== undefined && (
            <button
              type="button"
              className="quiet"
              onClick={() => {
                action.run();
                dismiss(id);
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={words.text('desk.close')}
            onClick={() => dismiss(id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
  return dialog === undefined ? list : createPortal(list, dialog);
}
