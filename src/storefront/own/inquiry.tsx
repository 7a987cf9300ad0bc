/**
 * Inquiries to the dealers of one or several listings. A guest enters a name, an email address and the code that is sent to it;
 * the account is created with the inquiry. Until then, the page carries the input and the generated password of the account,
 * encrypted with a key of the server.
 */
import { randomBytes } from 'node:crypto';
import { Fragment, type ReactElement } from 'react';
import type { Keys } from '../../platform/crypto/keys.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import type { Reader } from '../texts/reader.ts';
import { type SignInReader, tryToSignIn } from './entry.tsx';
import { CALL_TIMES } from '../../modules/messaging/index.ts';
import type { Refusal } from '../session/own-api.ts';
import { Choice, CodeField, EmailField, Form, NameField, ONCE, TextArea, TextField } from './form.tsx';
import {
  chosenId,
  dealerTargets,
  type IdsOfForm,
  type LoadTargets,
  oneId,
  oneTarget,
  severalIds,
  severalTargets,
  type Targets,
  VehicleChoice,
} from './inquiry-targets.tsx';
import { narrowPage } from './frames.tsx';
import {
  type FormOutcome,
  type FormState,
  openPage,
  type OwnPage,
  optionalText,
  type Reading,
  showsSignedInForm,
  text,
} from './own-page.ts';
import { t } from '../../platform/errors/sentence.ts';
import { VehicleLine } from './vehicle-line.tsx';

const CONTENT_MAX = 5000;
const PURPOSE = 'inquiry-of-a-guest';
const SEAL_MAX = 1000;

interface InquiryParts {
  readonly signIn: SignInReader;
  readonly keys: Keys;
  readonly isEmailVerified: (email: string) => Promise<boolean>;
}

/** Fields that the page with the code keeps. */
const TYPED = ['phone', 'time', 'listing', 'ids'] as const;
/** Actions after which the page shows the code field again. */
const CODE_ACTIONS = new Set<string | null>(['confirm', 'resend']);

export function inquiryPages(parts: InquiryParts): readonly OwnPage[] {
  return [
    inquiryPage(parts, '/inquiry/:listing', oneTarget, oneId),
    inquiryPage(parts, '/inquiries', severalTargets, severalIds),
    inquiryPage(parts, '/dealer/:slug/inquiry', dealerTargets, chosenId),
  ];
}

function inquiryPage(parts: InquiryParts, path: string, load: LoadTargets, idsOf: IdsOfForm): OwnPage {
  return openPage({
    path,
    load: async (reading) => {
      const { reader, form } = reading;
      // Users select several vehicles on the comparison page.
      if (load === severalTargets && !reading.query.has('ids')) return { to: `/${reader.language}/compare` };
      const targets = await load(reading);
      const { vehicles, offered } = targets;
      const outcomes = outcomesOf(form);
      const sealed =
        CODE_ACTIONS.has(form.action) || form.refusal === null ? form.values.get('sealed') : null;
      if (vehicles.length + offered.length === 0)
        return narrowPage(targets.title, <p>{reader.text('dealer.noStock')}</p>);
      return narrowPage(
        targets.title,
        <>
          {vehicles.length > 1 && <p>{reader.text('inquiries.each')}</p>}
          {vehicles.map((vehicle) => (
            <Fragment key={vehicle.id}>
              <VehicleLine vehicle={{ ...vehicle, slugOrId: vehicle.slug }} reading={reading} />
              <SentState outcome={outcomes[vehicle.id]} reader={reader} />
            </Fragment>
          ))}
          {showsSignedInForm(reading, 'send') ? (
            <SignedIn reading={reading} targets={targets} />
          ) : sealed === null ? (
            <Guest reading={reading} targets={targets} />
          ) : (
            <Code reading={reading} sealed={sealed} />
          )}
        </>,
      );
    },
    actions: {
      send: (form, reading) => send(form, reading, idsOf),
      guest: async (form, reading) => begin(parts.keys, form, reading),
      confirm: async (form, reading) => confirm(parts, form, reading, idsOf),
      resend: async (form, { api }) => {
        const { refusal } = await api.call('POST', '/auth/resend-verification', {
          body: { email: text(form, 'email') },
        });
        return refusal === null ? { again: true } : { refusal };
      },
      change: async (form) => {
        form.delete('sealed');
        return { again: true };
      },
    },
  });
}

/** Outcomes by vehicle: empty if the message was sent, otherwise the reason. */
type Outcomes = Readonly<Record<string, string>>;

const outcomesOf = (form: FormState): Outcomes => form.made ?? {};

function SentState({
  outcome,
  reader,
}: {
  outcome: string | undefined;
  reader: Reader;
}): ReactElement | null {
  if (outcome === undefined) return null;
  return outcome === '' ? (
    <p className="good">{reader.text('inquiries.sent')}</p>
  ) : (
    <p className="problem" role="alert">
      {outcome}
    </p>
  );
}

interface FormProps {
  readonly reading: Reading;
  readonly targets: Targets;
}

/** Fields for the message and, with `?ask=call`, for the time and the number of a call. */
function MessageFields({ reading, targets }: FormProps): ReactElement {
  const { form, reader } = reading;
  const asks = topicOf(reading);
  const failed = Object.entries(outcomesOf(form)).flatMap(([id, why]) => (why === '' ? [] : [id]));
  return (
    <>
      {failed.length > 0 && <input type="hidden" name="ids" value={failed.join(',')} />}
      <VehicleChoice offered={targets.offered} reading={reading} />
      {asks === 'call' && (
        <>
          <TextField
            name="phone"
            apiField="call_back"
            type="tel"
            label="inquiry.phone"
            hint="field.phone.hint"
            problem="problem.phone"
            autoComplete="tel"
            maxLength={32}
            value={form.values.get('phone') ?? ''}
            isRequired
          />
          <Choice
            name="time"
            label="inquiry.time"
            value={form.values.get('time') ?? 'any'}
            options={CALL_TIMES.map((time) => [time, reader.text(`inquiry.time.${time}`)])}
          />
        </>
      )}
      <TextArea
        name="content"
        label="inquiry.message"
        apiField="message"
        value={form.values.get('content') ?? reader.text(DEFAULTS[asks])}
        rows={6}
        maxLength={CONTENT_MAX}
        isRequired
      />
    </>
  );
}

const DEFAULTS = {
  availability: 'inquiry.default',
  call: 'inquiry.default.call',
  photos: 'inquiry.default.photos',
} as const;

function topicOf({ query }: Reading): keyof typeof DEFAULTS {
  const topic = query.get('ask');
  return topic === 'call' || topic === 'photos' ? topic : 'availability';
}

function SignedIn({ reading, targets }: FormProps): ReactElement {
  return (
    <Form reading={reading} action="send" submit={submitOf(reading)}>
      <MessageFields reading={reading} targets={targets} />
    </Form>
  );
}

const submitOf = (reading: Reading) => (topicOf(reading) === 'call' ? 'inquiry.askCall' : 'inquiry.send');

function Guest({ reading, targets }: FormProps): ReactElement {
  const { reader, here } = reading;
  return (
    <>
      <p>
        <a href={`/${reader.language}/sign-in?${new URLSearchParams({ next: here }).toString()}`}>
          {reader.text('inquiry.signIn')}
        </a>
      </p>
      <Form reading={reading} action="guest" submit="inquiry.continue">
        <MessageFields reading={reading} targets={targets} />
        <NameField value={reading.form.values.get('name') ?? ''} />
        <EmailField
          hint="inquiry.email.hint"
          autoComplete="email"
          value={reading.form.values.get('email') ?? ''}
        />
      </Form>
    </>
  );
}

function Code({ reading, sealed }: { reading: Reading; sealed: string }): ReactElement {
  const { reader, form } = reading;
  const typed = (
    <>
      <input type="hidden" name="sealed" value={sealed} />
      {['email', 'name', 'content', ...TYPED].map((name) => (
        <input key={name} type="hidden" name={name} value={form.values.get(name) ?? ''} />
      ))}
    </>
  );
  const values = { email: form.values.get('email') ?? '' };
  return (
    <>
      <p role="status">
        {reader.text(form.action === 'resend' ? 'inquiry.codeSentAgain' : 'inquiry.codeSent', values)}
      </p>
      <Form reading={reading} action="confirm" submit={submitOf(reading)}>
        {typed}
        <CodeField />
      </Form>
      <p>{reader.text('inquiry.noCode')}</p>
      <Form reading={reading} action="resend" submit="verify.resend" className="form quiet-form">
        {typed}
      </Form>
      <Form reading={reading} action="change" submit="inquiry.changeEmail" className="form quiet-form">
        {typed}
      </Form>
    </>
  );
}

interface Sent {
  readonly id: string;
  /** The conversation, if the message was sent. */
  readonly conversation: string | null;
  readonly refusal: Refusal | null;
}

/** One message for each vehicle. */
async function sendAll(
  form: URLSearchParams,
  { api }: Reading,
  ids: readonly string[],
): Promise<readonly Sent[]> {
  const once = optionalText(form, ONCE);
  const phone = optionalText(form, 'phone');
  const sent: Sent[] = [];
  for (const [index, id] of ids.entries()) {
    const { data, refusal } = await api.call<{ conversation: { id: string } }>(
      'POST',
      '/messages/conversations',
      {
        body: {
          listing_id: id,
          message: text(form, 'content'),
          ...(phone === undefined ? {} : { call_back: { phone, time: optionalText(form, 'time') } }),
        },
        idempotencyKey: once === undefined || ids.length === 1 ? once : `${once}-${index}`,
      },
    );
    sent.push({ id, conversation: data?.conversation.id ?? null, refusal });
  }
  return sent;
}

async function send(form: URLSearchParams, reading: Reading, idsOf: IdsOfForm): Promise<FormOutcome> {
  const sent = await sendAll(form, reading, await idsOf(form, reading));
  return outcomeOf(sent, reading) ?? { again: true, made: outcomesByVehicle(sent) };
}

const outcomesByVehicle = (sent: readonly Sent[]): Outcomes =>
  Object.fromEntries(sent.map(({ id, refusal }) => [id, refusal?.message ?? '']));

/** Returns null if only some messages were sent. */
function outcomeOf(sent: readonly Sent[], { reader }: Reading): FormOutcome | null {
  const [first] = sent;
  if (first === undefined) throw notFound('listing');
  const failed = sent.filter(({ refusal }) => refusal !== null);
  const [problem] = failed;
  // All messages failed for the same reason, such as an empty message.
  if (problem?.refusal !== undefined && problem.refusal !== null && failed.length === sent.length)
    return { refusal: problem.refusal };
  if (failed.length > 0) return null;
  return sent.length === 1
    ? { to: `/${reader.language}/messages/${first.conversation ?? ''}`, done: 'done.sent' }
    : { to: `/${reader.language}/messages`, done: 'done.sentAll' };
}

/** Creates the account and sends the code; the page then shows the field for it. */
async function begin(keys: Keys, form: URLSearchParams, { api, reader }: Reading): Promise<FormOutcome> {
  const email = text(form, 'email');
  // A random password with every kind of character. It is never shown; to sign in later, the user resets it.
  const password = `A1${randomBytes(24).toString('base64url')}`;
  const { refusal } = await api.call('POST', '/auth/register', {
    body: { role: 'BUYER', name: text(form, 'name'), email, password, language: reader.language },
    idempotencyKey: optionalText(form, ONCE),
  });
  if (refusal !== null)
    return {
      refusal:
        refusal.code === 'ALREADY_EXISTS' ? { ...refusal, message: reader.text('inquiry.known') } : refusal,
    };
  form.set('sealed', keys.seal(PURPOSE, JSON.stringify({ email, password })).toString('base64url'));
  return { again: true };
}

async function confirm(
  { signIn, keys, isEmailVerified }: InquiryParts,
  form: URLSearchParams,
  reading: Reading,
  idsOf: IdsOfForm,
): Promise<FormOutcome> {
  const credentials = opened(keys, form.get('sealed') ?? '');
  const { refusal } = await reading.api.call('POST', '/auth/verify-email', {
    body: { email: credentials.email, code: text(form, 'code') },
  });
  // The guest can have used the link in the email instead.
  if (refusal !== null && !(await isEmailVerified(credentials.email))) return { refusal };
  const signedIn = await tryToSignIn(signIn, credentials, reading, reading.here);
  if (!('cookies' in signedIn) || signedIn.cookies === undefined) return signedIn;
  const { cookies } = signedIn;
  const known = { ...reading, api: reading.api.with(cookies) };
  const sent = await sendAll(form, known, await idsOf(form, reading));
  const rest = sent.flatMap(({ id, refusal }) => (refusal === null ? [] : [id]));
  return {
    ...(outcomeOf(sent, reading) ?? { to: `/${reading.reader.language}/inquiries?ids=${rest.join(',')}` }),
    cookies,
  };
}

function opened(keys: Keys, sealed: string): { readonly email: string; readonly password: string } {
  if (sealed.length > SEAL_MAX) throw forged();
  try {
    return JSON.parse(keys.open(PURPOSE, Buffer.from(sealed, 'base64url'))) as {
      email: string;
      password: string;
    };
  } catch {
    throw forged();
  }
}

function forged(): AppError {
  return new AppError('BAD_REQUEST', t('This form cannot be read. Please start again.'));
}
