/** Keeps the input of a form in this tab while the user signs in again after the session has ended. */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Passwords must not be stored, and files cannot be restored. */
const LEFT_OUT = new Set(['password', 'file', 'hidden']);

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (control): control is Control =>
      (control instanceof HTMLInputElement ||
        control instanceof HTMLTextAreaElement ||
        control instanceof HTMLSelectElement) &&
      control.name !== '' &&
      !LEFT_OUT.has(control.type),
  );
}

const isBox = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

/** Identifies a form by its page and fields. */
const keyOf = (controls: readonly Control[]): string =>
  `fw-form-${location.pathname}-${controls.map(({ name }) => name).join()}`;

export function saveForm(form: HTMLFormElement): void {
  const controls = controlsOf(form);
  const state = controls.map((control) => (isBox(control) ? control.checked : control.value));
  sessionStorage.setItem(keyOf(controls), JSON.stringify(state));
}

export function restoreForm(form: HTMLFormElement): void {
  const controls = controlsOf(form);
  const key = keyOf(controls);
  const stored = sessionStorage.getItem(key);
  if (stored === null) return;
  sessionStorage.removeItem(key);
  const state = JSON.parse(stored) as readonly (boolean | string)[];
  for (const [index, control] of controls.entries()) {
    const value = state[index];
    if (isBox(control)) {
      // A click also updates what depends on the checkbox.
      if (control.checked !== value) control.click();
      continue;
    }
    // Bypass the setter of React, which would ignore the event for a value that it knows.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    control.dispatchEvent(
      new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  }
}
