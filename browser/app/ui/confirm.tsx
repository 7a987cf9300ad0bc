/** Confirmations of actions: `confirmFirst` opens the dialog that each `Page` contains. */
import { type ReactElement, useSyncExternalStore } from 'react';
import { Confirm, type Confirmation } from './dialog.tsx';

let confirmation: Confirmation | null = null;
const listeners = new Set<() => void>();

function showConfirmation(next: Confirmation | null): void {
  confirmation = next;
  for (const listener of listeners) listener();
}

/** Runs `onConfirm` if the user confirms. */
export const confirmFirst = (next: Confirmation): void => showConfirmation(next);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // The view is left: the next one must not show the question.
    confirmation = null;
  };
}

/** The dialog that `confirmFirst` opens. */
export function ConfirmDialog(): ReactElement | null {
  const current = useSyncExternalStore(subscribe, () => confirmation);
  return current === null ? null : <Confirm {...current} onClose={() => showConfirmation(null)} />;
}
