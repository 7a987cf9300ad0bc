/** Short messages about what has been done; they are read aloud and go by themselves. */
import { type ReactElement, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useWords } from '../words.ts';
import { Icon } from './icon.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isProblem: boolean;
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface SayOptions {
  readonly isProblem?: boolean;
  readonly action?: Toast['action'];
}

const SHOWN_MS = 6000;
/** Who has to decide needs longer. */
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

/** @returns a function that takes the message away */
export function showToast(text: string, options: SayOptions = {}): () => void {
  const { action, isProblem = false } = options;
  const toast: Toast = { id: ++lastId, text, isProblem, ...(action === undefined ? {} : { action }) };
  set([...toasts.filter((other) => other.text !== text), toast].slice(-3));
  // A problem stays until somebody has seen it.
  if (!isProblem) setTimeout(() => dismiss(toast.id), action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS);
  return () => dismiss(toast.id);
}

export function say(text: string, options: SayOptions = {}): void {
  showToast(text, options);
}

/** When a modal dialog has opened or closed: only what is in it can be seen and pressed. */
export function moveToasts(): void {
  set([...toasts]);
}

export function Toasts(): ReactElement {
  const words = useWords();
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => toasts,
  );
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const list = (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, isProblem, action }) => (
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
