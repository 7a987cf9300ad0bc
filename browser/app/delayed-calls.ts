/**
 * Delays calls by ten seconds so that they can be undone, because people are notified once they are sent. Leaving the page sends them at
 * once.
 */
import { pageState } from './api.ts';

export const UNDO_MS = 10_000;

interface DelayedCall {
  readonly send: () => void;
  readonly undo: () => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

const delayedCalls: DelayedCall[] = [];

function remove(call: DelayedCall): void {
  clearTimeout(call.timer);
  const index = delayedCalls.indexOf(call);
  if (index !== -1) delayedCalls.splice(index, 1);
}

/** Sends after ten seconds. @returns a function that cancels before that */
export function sendLater(send: () => void, onUndo: () => void): () => void {
  const call: DelayedCall = {
    send,
    undo: () => {
      if (!delayedCalls.includes(call)) return;
      remove(call);
      onUndo();
    },
    timer: setTimeout(() => {
      remove(call);
      send();
    }, UNDO_MS),
  };
  delayedCalls.push(call);
  return call.undo;
}

export const hasDelayedCalls = (): boolean => delayedCalls.length > 0;

/** Cancels the newest call. @returns false if there is none */
export function undoLast(): boolean {
  const last = delayedCalls.at(-1);
  last?.undo();
  return last !== undefined;
}

addEventListener('pagehide', () => {
  pageState.isLeaving = true;
  for (let call = delayedCalls[0]; call !== undefined; call = delayedCalls[0]) {
    remove(call);
    call.send();
  }
});
// A page that is restored from the browser cache is active again.
addEventListener('pageshow', () => {
  pageState.isLeaving = false;
});
