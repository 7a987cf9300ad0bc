/** What has been typed in a panel and not sent yet: such a panel asks before it closes. */
import { createContext, type FocusEvent, type FormEvent, useRef } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Cheap to type again. */
const LEFT_OUT = new Set(['password', 'hidden']);

export interface Changes {
  readonly hasAny: () => boolean;
  /** They have been sent. */
  readonly forget: () => void;
  readonly handlers: {
    readonly onFocus: (event: FocusEvent) => void;
    readonly onInput: (event: FormEvent) => void;
  };
}

/** By which a form that was sent tells the panel around it. */
export const ForgetChanges = createContext<() => void>(() => {});

export function useChanges(): Changes {
  /** What each field held before; null where it changed without having had the focus. */
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

/** Fields outside of forms, such as the word that confirms, are never sent. */
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
