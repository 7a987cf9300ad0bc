/**
 * Inquiries to the dealer of a listing. A guest gives a name and an email address and types the code that is sent there:
 * the account is created with the inquiry. Until then the page holds what was typed, and the generated password of the
 * account, encrypted with a key of the server.
 */
import type { ListingDetail } from '../../modules/listings/index.ts';
import { randomBytes } from 'node:crypto';
import type { ReactElement } from 'react';
import type { Keys } from '../../platform/crypto/keys.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Reader } from '../texts/reader.ts';
import { pathOf } from '../ui/vehicle-card.tsx';
import { type SignInReader, tryToSignIn } from './entry.tsx';
import { CodeField, EmailField, Form, NameField, ONCE, TextArea } from './form.tsx';
import { narrowPage } from './frames.tsx';
import {
  type FormOutcome,
  openPage,
  type OwnPage,
  optionalText,
  type Reading,
  showsSignedInForm,
  text,
} from './own-page.ts';
import { t } from '../../platform/errors/sentence.ts';

const CONTENT_MAX = 5000;
const PURPOSE = 'inquiry-of-a-guest';
const SEAL_MAX = 1000;

interface InquiryParts {
  readonly signIn: SignInReader;
  readonly keys: Keys;
  readonly isEmailVerified: (email: string) => Promise<boolean>;
}

/** Actions after which the guest stays at the code. */
const CODE_ACTIONS = new Set<string | null>(['confirm', 'resend']);

export function inquiryPage(parts: InquiryParts): OwnPage {
  return openPage({
    path: '/inquiry/:listing',
    load: async (reading) => {
      const { reader, api, params, form } = reading;
      const listing = await api.get<ListingDetail>('/listings/:slug', {
        params: { slug: params['listing'] ?? '' },
      });
      const sealed =
        CODE_ACTIONS.has(form.action) || form.refusal === null ? form.values.get('sealed') : null;
      return narrowPage(
        reader.text('inquiry.title', { dealer: listing.seller.companyName }),
        <>
          <About listing={listing} reader={reader} />
          {showsSignedInForm(reading, 'send') ? (
            <SignedIn reading={reading} />
          ) : sealed === null ? (
            <Guest reading={reading} />
          ) : (
            <Code reading={reading} sealed={sealed} />
          )}
        </>,
      );
    },
    actions: {
      send: (form, reading) => send(text(form, 'content'), form, reading),
      guest: async (form, reading) => begin(parts.keys, form, reading),
      confirm: async (form, reading) => confirm(parts, form, reading),
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

function About({ listing, reader }: { listing: ListingDetail; reader: Reader }): ReactElement {
  const image = listing.images[0];
  return (
    <a className="about" href={`/${reader.language}/listing/${listing.slug}`}>
      {image !== undefined && <img src={pathOf(image.url)} width="80" height="60" alt="" />}
      <span>{listing.title}</span>
      {listing.price !== null && listing.currency !== null && (
        <strong>{reader.price(listing.price, listing.currency, listing.vatDeductible)}</strong>
      )}
    </a>
  );
}

function MessageField({ reading }: { reading: Reading }): ReactElement {
  return (
    <TextArea
      name="content"
      label="inquiry.message"
      apiField="message"
      value={reading.form.values.get('content') ?? reading.reader.text('inquiry.default')}
      rows={6}
      maxLength={CONTENT_MAX}
      isRequired
    />
  );
}

function SignedIn({ reading }: { reading: Reading }): ReactElement {
  return (
    <Form reading={reading} action="send" submit="inquiry.send">
      <MessageField reading={reading} />
    </Form>
  );
}

function Guest({ reading }: { reading: Reading }): ReactElement {
  const { reader, here } = reading;
  return (
    <>
      <p>
        <a href={`/${reader.language}/sign-in?${new URLSearchParams({ next: here }).toString()}`}>
          {reader.text('inquiry.signIn')}
        </a>
      </p>
      <Form reading={reading} action="guest" submit="inquiry.continue">
        <MessageField reading={reading} />
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
      {['email', 'name', 'content'].map((name) => (
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
      <Form reading={reading} action="confirm" submit="inquiry.send">
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

async function send(
  content: string,
  form: URLSearchParams,
  { api, reader, params }: Reading,
): Promise<FormOutcome> {
  const listing = await api.get<ListingDetail>('/listings/:slug', {
    params: { slug: params['listing'] ?? '' },
  });
  const { data, refusal } = await api.call<{ conversation: { id: string } }>(
    'POST',
    '/messages/conversations',
    {
      body: { listing_id: listing.id, message: content },
      idempotencyKey: optionalText(form, ONCE),
    },
  );
  if (refusal !== null) return { refusal };
  return { to: `/${reader.language}/messages/${data.conversation.id}`, done: 'done.sent' };
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
): Promise<FormOutcome> {
  const credentials = opened(keys, form.get('sealed') ?? '');
  const { refusal } = await reading.api.call('POST', '/auth/verify-email', {
    body: { email: credentials.email, code: text(form, 'code') },
  });
  // The guest can have used the link in the email instead.
  if (refusal !== null && !(await isEmailVerified(credentials.email))) return { refusal };
  const signedIn = await tryToSignIn(signIn, credentials, reading, reading.here);
  if (!('cookies' in signedIn) || signedIn.cookies === undefined) return signedIn;
  const sent = await send(form.get('content') ?? '', form, {
    ...reading,
    api: reading.api.with(signedIn.cookies),
  });
  return { ...sent, cookies: signedIn.cookies };
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
