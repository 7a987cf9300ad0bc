/** What is typed in a form outlives a sign-in: kept for this tab when the session has ended, and put back when the form is there again. */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Passwords are not kept, and files cannot be put back. */
const LEFT_OUT = new Set(['password', 'file', 'hidden']);

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (one): one is Control =>
      (one instanceof HTMLInputElement ||
        one instanceof HTMLTextAreaElement ||
        one instanceof HTMLSelectElement) &&
      one.name !== '' &&
      !LEFT_OUT.has(one.type),
  );
}

const isBox = (one: Control): one is HTMLInputElement => one.type === 'checkbox' || one.type === 'radio';

/** A form is known again by its page and its fields. */
const keyOf = (controls: readonly Control[]): string =>
  `fw-form-${location.pathname}-${controls.map(({ name }) => name).join()}`;

export function keepForm(form: HTMLFormElement): void {
  const controls = controlsOf(form);
  const state = controls.map((one) => (isBox(one) ? one.checked : one.value));
  sessionStorage.setItem(keyOf(controls), JSON.stringify(state));
}

export function restoreForm(form: HTMLFormElement): void {
  const controls = controlsOf(form);
  const key = keyOf(controls);
  const kept = sessionStorage.getItem(key);
  if (kept === null) return;
  sessionStorage.removeItem(key);
  const state = JSON.parse(kept) as readonly (boolean | string)[];
  for (const [at, one] of controls.entries()) {
    const was = state[at];
    if (isBox(one)) {
      // A press, so that what hangs on the box follows.
      if (one.checked !== was) one.click();
      continue;
    }
    // By the prototype, past the setter with which React would take the text for its own.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(one), 'value')?.set?.call(one, was);
    one.dispatchEvent(new Event(one instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  }
}
