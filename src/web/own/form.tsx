/** Forms that work without a script: what was typed stays, and each problem stands at its field. */
import { randomUUID } from 'node:crypto';
import type { ReactElement, ReactNode } from 'react';
import type { TextKey } from '../texts/en.ts';
import type { Reader } from '../texts/reader.ts';
import type { FormState, Reading } from './own-page.ts';

/** The field of a form with which a second submission is recognised. */
export const ONCE = 'once';

export function Form({
  reading: { form, reader },
  action,
  submit,
  children,
  className = 'form',
  isDanger = false,
  to,
}: {
  reading: Pick<Reading, 'form' | 'reader'>;
  /** The action of the page that takes it. */
  action: string;
  submit: TextKey;
  children?: ReactNode;
  className?: string;
  isDanger?: boolean;
  /** Another page that takes it. */
  to?: string;
}): ReactElement {
  const refusal = form.action === action ? form.refusal : null;
  return (
    <form method="post" action={to} className={className} data-once="">
      <input type="hidden" name="do" value={action} />
      <input type="hidden" name={ONCE} value={randomUUID()} />
      {refusal !== null && (
        <p className="problem" role="alert">
          {refusal.message}
        </p>
      )}
      {children}
      <p>
        <button className={isDanger ? 'danger' : undefined}>{reader.text(submit)}</button>
      </p>
    </form>
  );
}

/** A form with files, which come last in it: its action stands in its address, since the page hands its body on. */
export function UploadForm({
  reading: { form, reader },
  action,
  submit,
  children,
  className = 'form',
}: {
  reading: Pick<Reading, 'form' | 'reader'>;
  action: string;
  submit: TextKey;
  children?: ReactNode;
  className?: string;
}): ReactElement {
  const refusal = form.action === action ? form.refusal : null;
  const query = new URLSearchParams({ do: action, [ONCE]: randomUUID() });
  return (
    <form
      method="post"
      action={`?${query.toString()}`}
      encType="multipart/form-data"
      className={className}
      data-once=""
    >
      {refusal !== null && (
        <p className="problem" role="alert">
          {[refusal.message, ...refusal.details.map(({ message }) => message)].join(' ')}
        </p>
      )}
      {children}
      <p>
        <button>{reader.text(submit)}</button>
      </p>
    </form>
  );
}

export function FileField({
  accept,
  isMany = false,
  ...props
}: FieldProps & { readonly accept: string; readonly isMany?: boolean }): ReactElement {
  const { action, name, isRequired = false } = props;
  const { described, problem } = stateOf(props);
  return (
    <FieldFrame {...props}>
      <input
        id={`${action}-${name}`}
        type="file"
        name={name}
        accept={accept}
        multiple={isMany}
        required={isRequired}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={described}
      />
    </FieldFrame>
  );
}

type InputType = 'text' | 'email' | 'password' | 'tel' | 'number';

export interface FieldProps {
  readonly reading: Pick<Reading, 'form' | 'reader'>;
  /** Of the form, since pages have several. */
  readonly action: string;
  readonly name: string;
  readonly label: TextKey;
  /** The field of the API's refusal, where it is named differently. */
  readonly apiField?: string;
  readonly hint?: TextKey;
  /** What is said of any problem of the field, in the reader's language; else the API's words. */
  readonly problem?: TextKey;
  readonly value?: string;
  readonly isRequired?: boolean;
}

export function TextField({
  type = 'text',
  autoComplete,
  maxLength,
  inputMode,
  ...props
}: FieldProps & {
  readonly type?: InputType;
  readonly autoComplete?: string;
  readonly maxLength?: number;
  readonly inputMode?: 'numeric';
}): ReactElement {
  const { reading, action, name, isRequired = false } = props;
  const { value, described, problem } = stateOf(props);
  return (
    <FieldFrame {...props}>
      <input
        id={`${action}-${name}`}
        name={name}
        type={type}
        defaultValue={type === 'password' ? undefined : value}
        autoComplete={autoComplete}
        maxLength={maxLength}
        inputMode={inputMode}
        required={isRequired}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={described}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- after a refusal the reader goes on at the first field that needs it
        autoFocus={problem !== null && isFirstProblem(reading.form, props) ? true : undefined}
      />
    </FieldFrame>
  );
}

export function TextArea({
  rows = 5,
  maxLength,
  ...props
}: FieldProps & { readonly rows?: number; readonly maxLength: number }): ReactElement {
  const { action, name, isRequired = false } = props;
  const { value, described, problem } = stateOf(props);
  return (
    <FieldFrame {...props}>
      <textarea
        id={`${action}-${name}`}
        name={name}
        rows={rows}
        maxLength={maxLength}
        defaultValue={value}
        required={isRequired}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={described}
      />
    </FieldFrame>
  );
}

export function Choice({
  options,
  ...props
}: FieldProps & { readonly options: readonly (readonly [value: string, label: string])[] }): ReactElement {
  const { action, name } = props;
  const { value, described, problem } = stateOf(props);
  return (
    <FieldFrame {...props}>
      <select
        id={`${action}-${name}`}
        name={name}
        defaultValue={value}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={described}
      >
        {options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** One button that does one thing, as removing a favorite. */
export function ActionButton({
  reading,
  action,
  label,
  values = {},
  to,
  isDanger = false,
  isQuiet = true,
}: {
  reading: { readonly reader: Reader };
  action: string;
  label: string;
  values?: Readonly<Record<string, string>>;
  to?: string;
  isDanger?: boolean;
  isQuiet?: boolean;
}): ReactElement {
  const kind = isDanger ? 'danger' : isQuiet ? 'quiet' : undefined;
  return (
    <form method="post" action={to} className="one-button" lang={reading.reader.language} data-once="">
      <input type="hidden" name="do" value={action} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className={kind}>{label}</button>
    </form>
  );
}

function FieldFrame({ children, ...props }: FieldProps & { readonly children: ReactNode }): ReactElement {
  const { reading, action, name, label, hint } = props;
  const { problem } = stateOf(props);
  const id = `${action}-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{reading.reader.text(label)}</label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="note">
          {reading.reader.text(hint)}
        </p>
      )}
      {problem !== null && (
        <p id={`${id}-problem`} className="problem">
          {problem}
        </p>
      )}
    </div>
  );
}

function stateOf({ reading: { form, reader }, action, name, apiField, problem, value, hint }: FieldProps) {
  const isOurs = form.action === action;
  const found = isOurs
    ? form.refusal?.details.find(({ field }) => field.split('.')[0] === (apiField ?? name))
    : undefined;
  const id = `${action}-${name}`;
  const described = [hint === undefined ? '' : `${id}-hint`, found === undefined ? '' : `${id}-problem`]
    .join(' ')
    .trim();
  return {
    value: isOurs ? (form.values.get(name) ?? '') : (value ?? ''),
    problem: found === undefined ? null : problem === undefined ? found.message : reader.text(problem),
    described: described === '' ? undefined : described,
  };
}

function isFirstProblem(form: FormState, { apiField, name }: FieldProps): boolean {
  return form.refusal?.details[0]?.field.split('.')[0] === (apiField ?? name);
}
