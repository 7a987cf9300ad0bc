/**
 * What waits ten seconds before it is sent, so that a slip can be taken back: what has been sent has told people.
 * Whoever leaves the page sends what waits.
 */
import { leaving } from './api.ts';

export const HELD_MS = 10_000;

interface Held {
  readonly send: () => void;
  readonly undo: () => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

const held: Held[] = [];

function take(one: Held): void {
  clearTimeout(one.timer);
  const at = held.indexOf(one);
  if (at !== -1) held.splice(at, 1);
}

/** Sends in ten seconds unless what it returns is called before. */
export function hold(send: () => void, onUndo: () => void): () => void {
  const one: Held = {
    send,
    undo: () => {
      if (!held.includes(one)) return;
      take(one);
      onUndo();
    },
    timer: setTimeout(() => {
      take(one);
      send();
    }, HELD_MS),
  };
  held.push(one);
  return one.undo;
}

export const isAnyHeld = (): boolean => held.length > 0;

/** Takes the newest one back; false when none waits. */
export function undoLast(): boolean {
  const last = held.at(-1);
  last?.undo();
  return last !== undefined;
}

addEventListener('pagehide', () => {
  leaving.isNow = true;
  for (let one = held[0]; one !== undefined; one = held[0]) {
    take(one);
    one.send();
  }
});
// A page that comes back from the browser's cache is not left any more.
addEventListener('pageshow', () => {
  leaving.isNow = false;
});
