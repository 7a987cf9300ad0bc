/** Forms that work without a script: input is kept, and each error is shown at its field. */
import { randomUUID } from 'node:crypto';
import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import type { TextKey } from '../texts/generated/keys.ts';
import type { Reader } from '../texts/reader.ts';
import type { Values } from '../texts/words.ts';
import { FILE_MEGABYTES_MAX, type FileRules } from '../ui/file-rules.ts';
import type { Reading } from './own-page.ts';

/** Idempotency key of a form. */
export const ONCE = 'once';

interface FormProps {
  readonly reading: Pick<Reading, 'form' | 'reader'>;
  /** Name of the action, because pages can have several forms. */
  readonly action: string;
  readonly submit: TextKey;
  readonly children?: ReactNode;
  readonly className?: string;
}

/** The form around a field. */
const FormContext = createContext<Pick<FormProps, 'reading' | 'action'> | null>(null);

export function Form({
  reading,
  action,
  submit,
  children,
  className = 'form',
  isDanger = false,
}: FormProps & { readonly isDanger?: boolean }): ReactElement {
  const { form, reader } = reading;
  const refusal = form.action === action ? form.refusal : null;
  return (
    <form method="post" className={className} data-once="">
      <input type="hidden" name="do" value={action} />
      <input type="hidden" name={ONCE} value={randomUUID()} />
      {refusal !== null && (
        <p
          className="problem"
          tabIndex={-1}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form may be far down the page, and no field of it is meant
          autoFocus={refusal.details.length === 0 ? true : undefined}
          role="alert"
        >
          {refusal.message}
        </p>
      )}
      <FormContext value={{ reading, action }}>{children}</FormContext>
      <p>
        <button className={isDanger ? 'danger' : 'main'}>{reader.text(submit)}</button>
      </p>
    </form>
  );
}

/** A form with files, which are its last fields. The action is in the URL, because the page forwards the body unread. */
export function UploadForm({
  reading,
  action,
  submit,
  children,
  className = 'form',
}: FormProps): ReactElement {
  const { form, reader } = reading;
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
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form may be far down the page
        <p className="problem" tabIndex={-1} autoFocus role="alert">
          {[refusal.message, ...refusal.details.map(({ message }) => message)].join(' ')}
        </p>
      )}
      <FormContext value={{ reading, action }}>{children}</FormContext>
      <p>
        <button className="main">{reader.text(submit)}</button>
      </p>
    </form>
  );
}

export interface FieldProps {
  readonly name: string;
  readonly label: TextKey;
  /** Field name of the API, if different. */
  readonly apiField?: string;
  readonly hint?: TextKey;
  /** Error message for any problem of the field; by default that of the API. */
  readonly problem?: TextKey;
  readonly value?: string;
  readonly isRequired?: boolean;
}

/** Without scripts, the server checks the files; otherwise `browser/islands/files.ts` does so before they are sent. */
export function FileField({
  rules,
  ...props
}: FieldProps & { readonly hint: TextKey; readonly rules: FileRules }): ReactElement {
  const field = useField(props);
  const { types, formats, filesMax } = rules;
  return (
    <FieldFrame {...props}>
      <input
        {...field.attributes}
        type="file"
        accept={types.join(',')}
        multiple={filesMax > 1}
        required={props.isRequired ?? false}
        data-files={filesMax}
        data-preparing={field.text('files.preparing')}
        data-remove={field.text('files.remove', { name: '{name}' })}
        data-too-many={field.text('files.tooMany', { max: filesMax, names: '{names}' })}
        data-size={field.text('files.tooLarge', { name: '{name}', max: FILE_MEGABYTES_MAX })}
        data-format={field.text('files.format', { name: '{name}', formats })}
      />
    </FieldFrame>
  );
}

interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'password' | 'tel' | 'number';
  readonly autoComplete?: string;
  readonly maxLength?: number;
  readonly inputMode?: 'numeric';
}

export function TextField({
  type = 'text',
  autoComplete,
  maxLength,
  inputMode,
  ...props
}: TextFieldProps): ReactElement {
  const field = useField(props);
  return (
    <FieldFrame {...props}>
      <input
        {...field.attributes}
        type={type}
        defaultValue={type === 'password' ? undefined : field.value}
        autoComplete={autoComplete}
        maxLength={maxLength}
        inputMode={inputMode}
        required={props.isRequired ?? false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- after an error the user continues at the first invalid field
        autoFocus={field.isFirstProblem ? true : undefined}
      />
    </FieldFrame>
  );
}

/** A common field; each form can change its texts. */
type UsualField = (props: Partial<TextFieldProps>) => ReactElement;

export const EmailField: UsualField = (props) => (
  <TextField
    name="email"
    type="email"
    label="field.email"
    autoComplete="username"
    problem="problem.email"
    isRequired
    {...props}
  />
);

export const NameField: UsualField = (props) => (
  <TextField
    name="name"
    label="field.name"
    autoComplete="name"
    problem="problem.name"
    maxLength={100}
    isRequired
    {...props}
  />
);

/** Input for the code of an email or a text message. */
export const CodeField: UsualField = (props) => (
  <TextField
    name="code"
    label="field.code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={12}
    problem="problem.code"
    isRequired
    {...props}
  />
);

/** The current password. */
export const PasswordField: UsualField = (props) => (
  <TextField
    name="password"
    type="password"
    label="field.password"
    autoComplete="current-password"
    problem="problem.currentPassword"
    isRequired
    {...props}
  />
);

export const NewPasswordField: UsualField = (props) => (
  <PasswordField
    label="field.newPassword"
    hint="field.password.hint"
    autoComplete="new-password"
    problem="problem.password"
    {...props}
  />
);

export const ConfirmPasswordField = (): ReactElement => (
  <PasswordField
    name="confirmPassword"
    label="field.confirmPassword"
    autoComplete="new-password"
    problem="problem.confirmPassword"
  />
);

export function TextArea({
  rows = 5,
  maxLength,
  ...props
}: FieldProps & { readonly rows?: number; readonly maxLength: number }): ReactElement {
  const field = useField(props);
  return (
    <FieldFrame {...props}>
      <textarea
        {...field.attributes}
        rows={rows}
        maxLength={maxLength}
        defaultValue={field.value}
        required={props.isRequired ?? false}
      />
    </FieldFrame>
  );
}

export function Choice({
  options,
  ...props
}: FieldProps & { readonly options: readonly (readonly [value: string, label: string])[] }): ReactElement {
  const field = useField(props);
  return (
    <FieldFrame {...props}>
      <select {...field.attributes} defaultValue={field.value} required={props.isRequired ?? false}>
        {options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** A button with an action, such as removing a favorite. With a `question`, a second click confirms what cannot be undone. */
export function ActionButton({
  reading,
  action,
  label,
  question,
  values = {},
}: {
  reading: { readonly reader: Reader };
  action: string;
  label: TextKey;
  question?: TextKey;
  values?: Readonly<Record<string, string>>;
}): ReactElement {
  const { reader } = reading;
  const form = (
    <form method="post" className="one-button" lang={reader.language} data-once="">
      <input type="hidden" name="do" value={action} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {question !== undefined && <p>{reader.text(question)}</p>}
      <button className={question === undefined ? 'quiet' : 'danger'}>{reader.text(label)}</button>
    </form>
  );
  if (question === undefined) return form;
  return (
    <details className="confirm" name="confirm">
      <summary className="button quiet">{reader.text(label)}</summary>
      {form}
    </details>
  );
}

function FieldFrame({ children, ...props }: FieldProps & { readonly children: ReactNode }): ReactElement {
  const { attributes, problem, text } = useField(props);
  return (
    <div className="field">
      <label htmlFor={attributes.id}>{text(props.label)}</label>
      {children}
      {props.hint !== undefined && (
        <p id={`${attributes.id}-hint`} className="note">
          {text(props.hint)}
        </p>
      )}
      {problem !== null && (
        <p id={`${attributes.id}-problem`} className="problem">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The state of a field and the attributes of its element. */
function useField({ name, apiField = name, problem, value = '', hint }: FieldProps) {
  const around = useContext(FormContext);
  if (around === null) throw new Error(`the field ${name} is in no form`);
  const { action, reading } = around;
  const { form, reader } = reading;
  const isOurs = form.action === action;
  const details = form.refusal?.details ?? [];
  const isAboutThis = ({ field }: { readonly field: string }): boolean => field.split('.')[0] === apiField;
  const found = isOurs ? details.find(isAboutThis) : undefined;
  const id = `${action}-${name}`;
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(found === undefined ? [] : [`${id}-problem`]),
  ];
  return {
    attributes: {
      id,
      name,
      'aria-invalid': found === undefined ? undefined : true,
      'aria-describedby': described.length === 0 ? undefined : described.join(' '),
    },
    value: isOurs ? (form.values.get(name) ?? '') : value,
    problem: found === undefined ? null : problem === undefined ? found.message : reader.text(problem),
    isFirstProblem: found !== undefined && found === details[0],
    text: (key: TextKey, values: Values = {}) => reader.text(key, values),
  };
}
