/** Detects unsaved input in a panel, so that the panel prompts before it closes. */
import { createContext, type FocusEvent, type FormEvent, useRef } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Input that is easy to repeat. */
const LEFT_OUT = new Set(['password', 'hidden']);

export interface Changes {
  readonly hasAny: () => boolean;
  /** Call it when the input has been sent. */
  readonly forget: () => void;
  readonly handlers: {
    readonly onFocus: (event: FocusEvent) => void;
    readonly onInput: (event: FormEvent) => void;
  };
}

/** Lets a form notify the panel around it that it was sent. */
export const ForgetChanges = createContext<() => void>(() => {});

export function useChanges(): Changes {
  /** The value of each field before the input; null if it changed without having the focus. */
  const before = useRef(new Map<Control, string | null>());
  const note = (target: EventTarget, state: (control: Control) => string | null): void => {
    const control = controlOf(target);
    if (control !== null && !before.current.has(control)) before.current.set(control, state(control));
  };
  return {
    hasAny: () =>
      [...before.current].some(([control, state]) => control.isConnected && stateOf(control) !== state),
    forget: () => before.current.clear(),
    handlers: {
      onFocus: ({ target }) => note(target, stateOf),
      onInput: ({ target }) => note(target, () => null),
    },
  };
}

/** Ignores fields outside of forms, which are never sent. */
function controlOf(target: EventTarget): Control | null {
  const isControl =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement;
  return isControl && target.form !== null && !LEFT_OUT.has(target.type) ? target : null;
}

function stateOf(control: Control): string {
  return control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')
    ? String(control.checked)
    : control.value;
}
