/** The pages that lead into an account: sign-in, registration, verification, a forgotten password. */
import type { LoginBody } from '../../modules/auth/index.ts';
import type { ReactElement } from 'react';
import { VAT_COUNTRIES } from '../../modules/settings/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Reader } from '../texts/reader.ts';
import {
  Choice,
  CodeField,
  ConfirmPasswordField,
  EmailField,
  Form,
  NameField,
  NewPasswordField,
  ONCE,
  TextField,
} from './form.tsx';
import { forgetDestination, keepDestination, keptDestination, pathWithNext } from './destination.ts';
import { entryPage, Steps } from './frames.tsx';
import { destinedInvitation } from './invitation.tsx';
import {
  afterCall,
  type FormOutcome,
  openPage,
  type OwnPage,
  optionalText,
  type Reading,
  safePath,
  text,
} from './own-page.ts';

/** Starts a session for the user; throws the error of the sign-in. */
export type SignInReader = (
  credentials: LoginBody,
  reading: Reading,
) => Promise<{ readonly cookies: readonly string[] }>;

/** Page on which a new dealer continues. */
const DOCUMENTS = '/account/documents';

export interface EntryParts {
  readonly signIn: SignInReader;
}

const next = ({ query, reader }: Reading): string => safePath(query.get('next'), reader);
const withNext = (path: string, { query, reader }: Pick<Reading, 'query' | 'reader'>): string =>
  pathWithNext(`/${reader.language}${path}`, query.get('next'));

export async function tryToSignIn(
  signIn: SignInReader,
  credentials: LoginBody,
  reading: Reading,
  to: string,
): Promise<FormOutcome> {
  try {
    const { cookies } = await signIn(credentials, reading);
    return { to, cookies };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { status, code } = error;
    const { message, details } = reading.reader.refusal(error);
    return { refusal: { status, code, message, details: details ?? [] } };
  }
}

export function entryPages({ signIn }: EntryParts): OwnPage[] {
  return [
    openPage({
      path: '/sign-in',
      load: async (reading) => {
        if (reading.actor.kind === 'user') return { to: next(reading) };
        const { reader } = reading;
        const invitation = await destinedInvitation(reading);
        return entryPage(
          reader,
          reader.text('signIn.title'),
          <>
            {invitation !== null && (
              <p>{reader.text('invitation.joining', { company: invitation.company })}</p>
            )}
            <Form reading={reading} action="sign-in" submit="signIn.button">
              <TextField
                name="email"
                type="email"
                label="field.email"
                autoComplete="username"
                value={invitation?.email ?? ''}
                isRequired
              />
              <TextField
                name="password"
                type="password"
                label="field.password"
                autoComplete="current-password"
                isRequired
              />
            </Form>
            <p>
              <a href={withNext('/forgot', reading)}>{reader.text('signIn.forgot')}</a>
            </p>
            <p className="or">{reader.text('signIn.new')}</p>
            <div className="two">
              <a className="button" href={withNext('/register', reading)}>
                {reader.text('register.title')}
              </a>
              <a className="button" href={`/${reader.language}/register?role=SELLER`}>
                {reader.text('sell.register')}
              </a>
            </div>
          </>,
        );
      },
      actions: {
        'sign-in': (form, reading) =>
          tryToSignIn(
            signIn,
            { email: text(form, 'email'), password: form.get('password') ?? '' },
            reading,
            next(reading),
          ),
      },
    }),
    openPage({
      path: '/register',
      load: async (reading) => {
        const { reader, query } = reading;
        const isSeller = (reading.form.values.get('role') ?? query.get('role')) === 'SELLER';
        const invitation = await destinedInvitation(reading);
        return entryPage(
          reader,
          reader.text('register.title'),
          <>
            {isSeller && <Steps reader={reader} at="account" />}
            {invitation !== null && (
              <p>{reader.text('invitation.joining', { company: invitation.company })}</p>
            )}
            <Form reading={reading} action="register" submit="register.button">
              {invitation === null && <RoleField isSeller={isSeller} reader={reader} />}
              <NameField />
              {invitation === null && <CompanyFields reader={reader} />}
              <EmailField value={invitation?.email ?? ''} />
              <NewPasswordField label="field.password" />
            </Form>
            <p className="or">{reader.text('register.known')}</p>
            <a className="button" href={withNext('/sign-in', reading)}>
              {reader.text('signIn.title')}
            </a>
          </>,
        );
      },
      actions: { register: (form, reading) => register(signIn, form, reading) },
    }),
    openPage({
      path: '/verify',
      load: async (reading) => {
        const { reader, query, actor } = reading;
        const email = actor.kind === 'user' ? actor.email : (query.get('email') ?? '');
        // Only a button confirms, because mail scanners open every link.
        if (query.has('token'))
          return entryPage(
            reader,
            reader.text('verify.title'),
            <Form reading={reading} action="link" submit="verify.button" />,
          );
        return entryPage(
          reader,
          reader.text('verify.title'),
          <>
            {query.get('next')?.includes(DOCUMENTS) === true && <Steps reader={reader} at="email" />}
            <p>{reader.text('verify.text')}</p>
            <Form reading={reading} action="verify" submit="verify.button">
              <EmailField value={email} />
              <CodeField />
            </Form>
            <Form reading={reading} action="resend" submit="verify.resend" className="form quiet-form">
              <input type="hidden" name="email" value={email} />
            </Form>
          </>,
        );
      },
      actions: {
        verify: async (form, { api, ...reading }) =>
          afterCall(
            await api.call('POST', '/auth/verify-email', {
              body: { email: text(form, 'email'), code: text(form, 'code') },
            }),
            safePath(reading.query.get('next') ?? `/${reading.reader.language}/account`, reading.reader),
            'done.verified',
          ),
        link: async (_form, { api, reader, query, request }) => {
          const token = query.get('token') ?? '';
          const { refusal } = await api.call('POST', '/auth/verify-email/link', { body: { token } });
          if (refusal !== null) return { refusal };
          return {
            to: safePath(keptDestination(request) ?? `/${reader.language}/account`, reader),
            done: 'done.verified',
            cookies: [forgetDestination()],
          };
        },
        resend: async (form, { api, ...reading }) => {
          const email = text(form, 'email');
          const next = reading.query.get('next');
          const query = new URLSearchParams({ email, ...(next === null ? {} : { next }) });
          return afterCall(
            await api.call('POST', '/auth/resend-verification', { body: { email } }),
            `/${reading.reader.language}/verify?${query.toString()}`,
            'done.codeSent',
          );
        },
      },
    }),
    openPage({
      path: '/forgot',
      load: async (reading) =>
        entryPage(
          reading.reader,
          reading.reader.text('forgot.title'),
          <>
            <p>{reading.reader.text('forgot.text')}</p>
            <Form reading={reading} action="forgot" submit="forgot.button">
              <EmailField />
            </Form>
          </>,
        ),
      actions: {
        forgot: async (form, { api, ...reading }) => ({
          ...afterCall(
            await api.call('POST', '/auth/forgot-password', { body: { email: text(form, 'email') } }),
            withNext('/sign-in', reading),
            'done.resetSent',
          ),
          cookies: keepDestination(reading),
        }),
      },
    }),
    openPage({
      path: '/reset-password',
      load: async (reading) =>
        entryPage(
          reading.reader,
          reading.reader.text('reset.title'),
          <>
            <Form reading={reading} action="reset" submit="reset.button">
              <NewPasswordField />
              <ConfirmPasswordField />
            </Form>
          </>,
        ),
      actions: {
        reset: async (form, { api, reader, query, request }) =>
          afterCall(
            await api.call('POST', '/auth/reset-password', {
              body: {
                token: query.get('token') ?? '',
                password: form.get('password') ?? '',
                confirmPassword: form.get('confirmPassword') ?? '',
              },
            }),
            pathWithNext(`/${reader.language}/sign-in`, keptDestination(request)),
            'done.passwordChanged',
          ),
      },
    }),
  ];
}

function RoleField({ isSeller, reader }: { isSeller: boolean; reader: Reader }): ReactElement {
  return (
    <Choice
      name="role"
      label="register.role"
      value={isSeller ? 'SELLER' : 'BUYER'}
      options={[
        ['BUYER', reader.text('register.role.buyer')],
        ['SELLER', reader.text('register.role.seller')],
      ]}
    />
  );
}

/** Fields for dealers only. The style sheet hides them while another role is selected. */
function CompanyFields({ reader }: { reader: Reader }): ReactElement {
  const countries = VAT_COUNTRIES.map((code) => [code, reader.country(code)] as const);
  return (
    <div className="for-dealers">
      <TextField
        name="companyName"
        label="field.companyName"
        hint="register.company.hint"
        problem="problem.companyName"
        autoComplete="organization"
        maxLength={100}
      />
      <Choice
        name="country"
        label="field.country"
        options={[
          ['', reader.text('field.none')],
          ...countries.toSorted((a, b) => a[1].localeCompare(b[1], reader.language)),
        ]}
      />
    </div>
  );
}

async function register(signIn: SignInReader, form: URLSearchParams, reading: Reading): Promise<FormOutcome> {
  const { api, reader } = reading;
  const isSeller = form.get('role') === 'SELLER';
  const email = text(form, 'email');
  const password = form.get('password') ?? '';
  const { refusal } = await api.call('POST', '/auth/register', {
    body: {
      role: isSeller ? 'SELLER' : 'BUYER',
      name: text(form, 'name'),
      email,
      password,
      companyName: isSeller ? optionalText(form, 'companyName') : undefined,
      country: optionalText(form, 'country'),
      language: reader.language,
    },
    idempotencyKey: optionalText(form, ONCE),
  });
  if (refusal !== null) return { refusal };
  const documents = new URLSearchParams({ next: `/${reader.language}${DOCUMENTS}` }).toString();
  const to = isSeller ? `/${reader.language}/verify?${documents}` : withNext('/verify', reading);
  const outcome = await tryToSignIn(signIn, { email, password }, reading, to);
  return { ...outcome, cookies: [...(outcome.cookies ?? []), ...(isSeller ? [] : keepDestination(reading))] };
}
