/**
 * Keyboard shortcuts: single keys and pairs such as `g l`. They are inactive while the user types or a dialog is open. Users who dictate can
 * turn single keys off.
 */
import { useEffect, useRef } from 'react';

export type Keys = Readonly<Record<string, () => unknown>>;

const OFF = 'fw-keys-off';
const PAIR_MS = 1000;

const registered = new Set<{ current: Keys }>();
let first = '';
let firstAt = 0;

export const areSingleKeysOn = (): boolean => localStorage.getItem(OFF) === null;
export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, '1');
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)));

function find(name: string): (() => unknown) | undefined {
  // The latest registration has priority.
  return [...registered].toReversed().find(({ current }) => Object.hasOwn(current, name))?.current[name];
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  if (event.ctrlKey || event.metaKey) {
    const run = find(`mod+${event.key.toLowerCase()}`);
    if (run === undefined) return;
    event.preventDefault();
    run();
    return;
  }
  if (isTyping(event.target) || !areSingleKeysOn() || document.querySelector('dialog[open]') !== null) return;
  const pair = event.timeStamp - firstAt < PAIR_MS ? find(`${first} ${event.key}`) : undefined;
  const run = pair ?? find(event.key);
  first = event.key;
  firstAt = event.timeStamp;
  if (run === undefined) return;
  event.preventDefault();
  run();
}

let isListening = false;

/** @param keys by name: `n`, `g l`, `?`, `mod+k` */
export function useKeys(keys: Keys): void {
  const held = useRef(keys);
  useEffect(() => {
    held.current = keys;
  });
  useEffect(() => {
    if (!isListening) addEventListener('keydown', onKeyDown);
    isListening = true;
    registered.add(held);
    return () => void registered.delete(held);
  }, []);
}
