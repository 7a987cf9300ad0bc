/**
 * Delays calls by ten seconds so that they can be undone, because people are notified once they are sent. Leaving the page sends them at
 * once.
 */
import { leaving } from './api.ts';

export const HELD_MS = 10_000;

interface Held {
  readonly send: () => void;
  readonly undo: () => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

const held: Held[] = [];

function take(call: Held): void {
  clearTimeout(call.timer);
  const index = held.indexOf(call);
  if (index !== -1) held.splice(index, 1);
}

/** Sends after ten seconds. @returns a function that cancels before that */
export function hold(send: () => void, onUndo: () => void): () => void {
  const call: Held = {
    send,
    undo: () => {
      if (!held.includes(call)) return;
      take(call);
      onUndo();
    },
    timer: setTimeout(() => {
      take(call);
      send();
    }, HELD_MS),
  };
  held.push(call);
  return call.undo;
}

export const isAnyHeld = (): boolean => held.length > 0;

/** Cancels the newest call. @returns false if there is none */
export function undoLast(): boolean {
  const last = held.at(-1);
  last?.undo();
  return last !== undefined;
}

addEventListener('pagehide', () => {
  leaving.isNow = true;
  for (let call = held[0]; call !== undefined; call = held[0]) {
    take(call);
    call.send();
  }
});
// A page that is restored from the browser cache is active again.
addEventListener('pageshow', () => {
  leaving.isNow = false;
});
