/**
 * Input of a form whose page cannot be shown: the error page repeats the texts, so that they can be sent again. Passwords are
 * omitted.
 */
import type { ReactElement } from 'react';
import type { TextKey } from '../texts/generated/keys.ts';
import type { Reader } from '../texts/reader.ts';
import { Form, ONCE, TextArea, TextField } from './form.tsx';

/** A form as it arrived. */
interface TypedForm {
  readonly action: string;
  readonly values: URLSearchParams;
  readonly hadFiles: boolean;
  /** The session has ended: it can be sent again after a sign-in. */
  readonly isSignedOut: boolean;
}

/** Text fields of all forms, and their labels outside of their page. */
const TYPED = new Map<string, { readonly label: TextKey; readonly isLong?: true }>([
  ['content', { label: 'inquiry.message', isLong: true }],
  ['details', { label: 'report.details', isLong: true }],
  ['title', { label: 'review.headline' }],
  ['text', { label: 'typed.text', isLong: true }],
  ['name', { label: 'field.name' }],
  ['companyName', { label: 'field.companyName' }],
  ['email', { label: 'field.email' }],
  ['phone', { label: 'field.phone' }],
  ['code', { label: 'field.code' }],
]);
const SECRET = /password/i;
/** The form writes these itself. */
const OF_THE_FORM = new Set(['do', ONCE]);
const TYPED_MAX = 5000;

/** Null where nothing was typed that is worth keeping. */
export function typedFormOf(form: TypedForm, isWorthRetrying: boolean, reader: Reader): ReactElement | null {
  const typed = [...TYPED].flatMap(([name, field]) => {
    const value = form.values.get(name) ?? '';
    return value.trim() === '' ? [] : [{ name, value, ...field }];
  });
  if (typed.length === 0) return null;
  const canRetry = isWorthRetrying || form.isSignedOut;
  return (
    <section className="part" aria-labelledby="typed">
      <h2 id="typed">{reader.text('typed.title')}</h2>
      {form.isSignedOut ? (
        <p>
          <a href={`/${reader.language}/sign-in`} target="_blank" rel="noopener">
            {reader.text('signIn.title')}
          </a>
        </p>
      ) : (
        <p>{reader.text(canRetry ? 'typed.again' : 'typed.copy')}</p>
      )}
      {form.hadFiles && <p>{reader.text('typed.files')}</p>}
      {canRetry ? (
        <Form
          reading={{ reader, form: { action: form.action, values: form.values, refusal: null } }}
          action={form.action}
          submit="typed.send"
        >
          {chosenOf(form).map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          {typed.map(({ name, label, isLong }) =>
            isLong === true ? (
              <TextArea key={name} name={name} label={label} rows={6} maxLength={TYPED_MAX} />
            ) : (
              <TextField key={name} name={name} label={label} maxLength={TYPED_MAX} />
            ),
          )}
        </Form>
      ) : (
        <dl>
          {typed.map(({ name, label, value }) => [
            <dt key={`${name}-label`}>{reader.text(label)}</dt>,
            <dd key={name} className="lines">
              {value}
            </dd>,
          ])}
        </dl>
      )}
    </section>
  );
}

/** Choices and hidden fields are sent again unchanged. */
function chosenOf({ values }: TypedForm): readonly (readonly [string, string])[] {
  return [...values].filter(
    ([name, value]) =>
      !SECRET.test(name) && !OF_THE_FORM.has(name) && (!TYPED.has(name) || value.trim() === ''),
  );
}
