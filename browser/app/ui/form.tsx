/**
 * Forms: native fields with names, sent by a call. Errors are shown at their fields, in a summary with links, and in a toast. The first invalid
 * field is scrolled into view and focused.
 */
import {
  createContext,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { type NumberField as NumberKind, shownNumber } from '../../../src/storefront/texts/numbers.ts';
import { isApiError } from '../api.ts';
import { refresh } from '../query.ts';
import { type Option, useWords } from '../words.ts';
import { Button } from './button.tsx';
import { ForgetChanges } from './changes.ts';
import { saveForm, restoreForm } from './saved-form.ts';
import { fieldText, numberMarks, numberProblems, numbersIn } from './read-numbers.ts';
import { problemText } from './states.tsx';
import { showToast } from './toasts.tsx';

export interface Problems {
  readonly text: string;
  /** By field name of the API. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Error of a field, to throw from `onSubmit`. */
export class FieldError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

const NONE: ReadonlyMap<string, string> = new Map();
const ProblemsContext = createContext<ReadonlyMap<string, string>>(NONE);

export function Form({
  onSubmit,
  submit,
  isQuiet = false,
  children,
  footer,
}: {
  /** Its error is shown. Numbers in the values have the format of the API. */
  onSubmit: (values: FormData) => Promise<unknown>;
  submit: ReactNode;
  isQuiet?: boolean;
  children: ReactNode;
  /** Shown next to the button. */
  footer?: ReactNode;
}): ReactElement {
  const words = useWords();
  const form = useRef<HTMLFormElement>(null);
  const [isSending, setSending] = useState(false);
  const [problems, setProblems] = useProblems(form);
  const forgetChanges = useContext(ForgetChanges);
  useEffect(() => {
    if (form.current !== null) restoreForm(form.current);
  }, []);
  const send = async (): Promise<void> => {
    if (form.current === null || isSending) return;
    const unread = numberProblems(form.current, words);
    if (unread.size > 0) {
      setProblems({ text: words.text('desk.form.numbers'), fields: unread });
      return;
    }
    const values = new FormData(form.current);
    for (const [name, number] of numbersIn(form.current, words.language)) values.set(name, String(number));
    setSending(true);
    try {
      await onSubmit(values);
      setProblems(null);
      forgetChanges();
      void refresh();
    } catch (error) {
      if (isApiError(error) && error.status === 401) saveForm(form.current);
      const details = isApiError(error) ? error.details : error instanceof FieldError ? [error] : [];
      setProblems({
        text: error instanceof FieldError ? error.message : problemText(error, words),
        fields: new Map(details.map(({ field, message }) => [field, message])),
      });
    } finally {
      setSending(false);
    }
  };
  return (
    <form
      ref={form}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {problems !== null && <Summary problems={problems} form={form} />}
      <ProblemsContext value={problems?.fields ?? NONE}>{children}</ProblemsContext>
      <div className="row">
        <button type="submit" className={isQuiet ? 'quiet' : undefined} aria-busy={isSending}>
          {submit}
        </button>
        {footer}
      </div>
    </form>
  );
}

/** Problems of a form; scrolls to the first one and shows a toast. */
export function useProblems(
  form: RefObject<HTMLFormElement | null>,
): [problems: Problems | null, set: (problems: Problems | null) => void] {
  const words = useWords();
  const [problems, setProblems] = useState<Problems | null>(null);
  useEffect(() => {
    if (problems === null) return undefined;
    const [first] = problems.fields.keys();
    const field = first === undefined ? null : fieldOf(form.current, first);
    showField(field ?? form.current?.querySelector<HTMLElement>('.problems') ?? null);
    // In a dialog the form is visible anyway, and a toast would cover its buttons.
    if (form.current !== null && form.current.closest('dialog') !== null) return undefined;
    const { size } = problems.fields;
    return showToast(size === 0 ? words.text('desk.form.failed') : words.count('desk.form.wrong', size), {
      isProblem: true,
    });
  }, [problems, form, words]);
  return [problems, setProblems];
}

/** Scrolls a field into view, even in a collapsed section, and focuses it. */
export function showField(field: HTMLElement | null): void {
  const folded = field?.closest('details');
  if (folded !== null && folded !== undefined) folded.open = true;
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

/** Reports that a draft was restored, and can discard it. */
export function DraftBanner({ at, onDiscard }: { at: string; onDiscard: () => void }): ReactElement {
  const words = useWords();
  return (
    <div className="banner" role="status">
      <span>{words.text('desk.editor.draft', { time: words.moment(at) })}</span>
      <Button text="desk.editor.draft.discard" className="quiet" onClick={onDiscard} />
    </div>
  );
}

/** The error of a form, with a link to each invalid field. */
export function Summary({
  problems,
  form,
}: {
  problems: Problems;
  form: RefObject<HTMLFormElement | null>;
}): ReactElement {
  const labelled = [...problems.fields].map(([name, message]) => ({
    name,
    text: `${labelOf(form.current, name) ?? name}: ${message}`,
  }));
  return (
    <div className="problems" role="alert" tabIndex={-1}>
      {labelled.length !== 1 && <p>{problems.text}</p>}
      {labelled.length > 0 && (
        <ul>
          {labelled.map(({ name, text }) => (
            <li key={name}>
              <button type="button" className="link" onClick={() => showField(fieldOf(form.current, name))}>
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function FieldProblems({
  fields,
  children,
}: {
  fields: ReadonlyMap<string, string>;
  children: ReactNode;
}): ReactElement {
  return <ProblemsContext value={fields}>{children}</ProblemsContext>;
}

/** The field for an API path such as `location.city` or `images[0]`: the closest ancestor with a field. */
export function fieldOf(form: HTMLFormElement | null, name: string): HTMLElement | null {
  for (let path = name; path !== ''; path = path.replace(/\.?[^.]*$/, '')) {
    const found = form?.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`);
    if (found !== null && found !== undefined) return found;
  }
  return null;
}

/** The label of a field, without its unit. */
function labelOf(form: HTMLFormElement | null, name: string): string | null {
  const field = fieldOf(form, name);
  const label = field !== null && 'labels' in field ? (field as HTMLInputElement).labels?.[0] : undefined;
  const text = label?.firstChild?.textContent?.trim() ?? '';
  return text === '' ? null : text;
}

export interface FieldProps {
  readonly name: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly wide?: boolean;
}

/** Connects label, field, hint and error for screen readers. */
export function Field({
  name,
  label,
  hint,
  wide = false,
  children,
}: FieldProps & {
  children: (attributes: {
    id: string;
    name: string;
    'aria-invalid': boolean | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}): ReactElement {
  const id = useId();
  const problem = problemOf(useContext(ProblemsContext), name);
  const described = [problem === undefined ? '' : `${id}-p`, hint === undefined ? '' : `${id}-h`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={wide ? 'field wide' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        'aria-invalid': problem === undefined ? undefined : true,
        'aria-describedby': described === '' ? undefined : described,
      })}
      {problem !== undefined && (
        <span id={`${id}-p`} className="field-problem">
          {problem}
        </span>
      )}
      {hint !== undefined && (
        <span id={`${id}-h`} className="note">
          {hint}
        </span>
      )}
    </div>
  );
}

/** For a list such as `addresses`, returns the problem of its first invalid entry (`addresses.0`). */
function problemOf(problems: ReadonlyMap<string, string>, name: string): string | undefined {
  const exact = problems.get(name);
  if (exact !== undefined) return exact;
  const entry = [...problems.keys()].find(
    (field) => field.startsWith(`${name}.`) && /^\d+$/.test(field.slice(name.length + 1)),
  );
  return entry === undefined ? undefined : problems.get(entry);
}

type InputAttributes = Omit<React.ComponentProps<'input'>, 'name' | 'children'>;

export function TextField({ name, label, hint, wide, ...rest }: FieldProps & InputAttributes): ReactElement {
  return (
    <Field name={name} label={label} hint={hint} wide={wide ?? false}>
      {(attributes) => <input {...rest} {...attributes} />}
    </Field>
  );
}

type NumberProps = FieldProps &
  NumberKind &
  Omit<InputAttributes, 'type' | 'max' | 'value' | 'defaultValue'> & {
    readonly defaultValue?: number | string | null | undefined;
  };

/** A number in the format of the user's language. */
export function NumberField({ kind, unit, max, min, defaultValue, ...rest }: NumberProps): ReactElement {
  const { language } = useWords();
  const field = { kind, unit, max };
  // Number keyboards of phones have no minus.
  const inputMode = kind === 'integer' || kind === 'year' ? 'numeric' : 'decimal';
  return (
    <TextField
      autoComplete="off"
      className="number"
      inputMode={Number(min ?? 0) < 0 ? 'text' : inputMode}
      defaultValue={fieldText(defaultValue ?? '', language, field)}
      {...rest}
      {...numberMarks(field)}
      onBlur={({ currentTarget }) => {
        // Shows how the input was parsed.
        currentTarget.value = shownNumber(currentTarget.value, language, field);
      }}
    />
  );
}

export function TextArea({
  name,
  label,
  hint,
  wide = true,
  ...rest
}: FieldProps & Omit<React.ComponentProps<'textarea'>, 'name' | 'children'>): ReactElement {
  return (
    <Field name={name} label={label} hint={hint} wide={wide}>
      {(attributes) => <textarea {...rest} {...attributes} />}
    </Field>
  );
}

export function SelectField({
  name,
  label,
  hint,
  wide,
  options,
  none,
  ...rest
}: FieldProps & {
  options: readonly Option[];
  /** Label of the empty option; without it, the list has none. */
  none?: string | undefined;
} & Omit<React.ComponentProps<'select'>, 'name' | 'children'>): ReactElement {
  return (
    <Field name={name} label={label} hint={hint} wide={wide ?? false}>
      {(attributes) => (
        <select {...rest} {...attributes}>
          {none !== undefined && <option value="">{none}</option>}
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function CheckField({ name, label, ...rest }: FieldProps & InputAttributes): ReactElement {
  return (
    <label className="check">
      <input type="checkbox" name={name} {...rest} />
      <span>{label}</span>
    </label>
  );
}

/** The trimmed text; undefined if empty. */
export function textOf(values: FormData, name: string): string | undefined {
  const value = values.get(name);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/** The number of a field; undefined if empty. */
export function numberOf(values: FormData, name: string): number | undefined {
  const text = textOf(values, name);
  return text === undefined ? undefined : Number(text);
}
