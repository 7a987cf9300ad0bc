/** The user's account: profile, password, sessions, notifications, personal data. */
import type { Me, SessionView } from '../../modules/auth/index.ts';
import type { Reader } from '../texts/reader.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../texts/reader.ts';
import {
  ActionButton,
  Choice,
  ConfirmPasswordField,
  Form,
  NameField,
  NewPasswordField,
  PasswordField,
  TextField,
} from './form.tsx';
import { AccountNav, accountPage } from './frames.tsx';
import { PortraitForm, portraitActions } from './portrait-form.tsx';
import {
  afterCall,
  deletion,
  ownPage,
  type OwnPage,
  type OwnReading,
  optionalText,
  text,
} from './own-page.ts';
import { Confirmed, Verified } from '../ui/rating.tsx';
import { Time } from '../ui/time.tsx';
import { ViewedShelf } from '../ui/viewed-shelf.tsx';

const SESSIONS_SHOWN = '50';
const EXPORT = '/auth/me/export';
const LOOK_AGAIN_SECONDS = 10;

export function accountPages(signOut: (reading: OwnReading) => Promise<readonly string[]>): OwnPage[] {
  return [
    ownPage({
      path: '/account',
      load: async (reading) => {
        const { reader, api, actor } = reading;
        const account = await api.get<Me>('/auth/me');
        return accountPage(
          reading,
          'account.title',
          '/account',
          <>
            <p>
              {account.email}{' '}
              {account.emailVerified ? (
                <Confirmed>{reader.text('account.verified')}</Confirmed>
              ) : (
                <a href={`/${reader.language}/verify?next=/${reader.language}/account`}>
                  {reader.text('account.verify')}
                </a>
              )}
            </p>
            {account.seller !== undefined && (
              <section className="part">
                <h2>{reader.text('account.company')}</h2>
                <p>
                  <a href={`/${reader.language}/dealer/${account.seller.slug}`}>
                    {account.seller.companyName}
                  </a>{' '}
                  {account.seller.verified && <Verified reader={reader} />}
                </p>
                {!account.seller.verified && <p>{reader.text('documents.missing')}</p>}
                <p>
                  <a href={`/${reader.language}/account/documents`}>{reader.text('documents.title')}</a>
                </p>
              </section>
            )}
            <section>
              <h2>{reader.text('account.profile')}</h2>
              <Form reading={reading} action="profile" submit="account.save">
                <NameField value={account.name} />
                <TextField
                  name="phone"
                  type="tel"
                  label="field.phone"
                  hint="field.phone.hint"
                  value={account.phone ?? ''}
                  autoComplete="tel"
                  problem="problem.phone"
                />
                <Choice
                  name="language"
                  label="account.language"
                  value={account.language}
                  options={languagesWith(account.language, reader)}
                />
              </Form>
              <p>
                {account.phone !== null && account.phoneVerified ? (
                  <Confirmed>{reader.text('phone.verified')}</Confirmed>
                ) : (
                  <a href={`/${reader.language}/account/phone`}>{reader.text('phone.verify')}</a>
                )}
              </p>
            </section>
            <PortraitForm reading={reading} name={account.name} avatar={account.avatar} />
            <section>
              <h2>{reader.text('account.password')}</h2>
              <Form reading={reading} action="password" submit="account.password.change">
                <PasswordField name="currentPassword" label="field.currentPassword" />
                <NewPasswordField name="newPassword" />
                <ConfirmPasswordField />
                {actor.seller !== null && (
                  <label className="check">
                    <input type="checkbox" name="keepApiKeys" value="true" />{' '}
                    {reader.text('account.keepKeys')}
                  </label>
                )}
              </Form>
            </section>
            <ViewedShelf reader={reader} />
            <section data-sign-out="">
              <h2>{reader.text('account.signOut')}</h2>
              <ActionButton reading={reading} action="sign-out" label="account.signOut" />
            </section>
          </>,
        );
      },
      actions: {
        ...portraitActions,
        profile: async (form, { api, reader }) =>
          afterCall(
            await api.call('PUT', '/auth/me', {
              body: {
                name: text(form, 'name'),
                phone: optionalText(form, 'phone') ?? null,
                language: text(form, 'language'),
              },
            }),
            `/${reader.language}/account`,
            'done.saved',
          ),
        password: async (form, { api, reader }) =>
          afterCall(
            await api.call('POST', '/auth/change-password', {
              body: {
                currentPassword: form.get('currentPassword') ?? '',
                newPassword: form.get('newPassword') ?? '',
                confirmPassword: form.get('confirmPassword') ?? '',
                keepApiKeys: form.get('keepApiKeys') === 'true',
              },
            }),
            `/${reader.language}/account`,
            'done.passwordChanged',
          ),
        'sign-out': async (_form, reading) => ({
          to: `/${reading.reader.language}/`,
          cookies: await signOut(reading),
        }),
      },
    }),
    ownPage({
      path: '/account/sessions',
      load: async (reading) => {
        const { reader, api } = reading;
        const { sessions } = await api.get<{ sessions: SessionView[] }>('/auth/sessions', {
          query: { limit: SESSIONS_SHOWN },
        });
        return accountPage(
          reading,
          'sessions.title',
          '/account/sessions',
          <ul className="rows">
            {sessions.map((session) => (
              <li key={session.id}>
                <article className="row">
                  <div className="row-body">
                    <h2 className="row-title">{deviceOf(session.userAgent, reader)}</h2>
                    <p className="note">
                      {session.ip} · <Time at={session.lastUsedAt} shows="moment" reader={reader} />
                    </p>
                    {session.current && <p className="good">{reader.text('sessions.current')}</p>}
                  </div>
                  {!session.current && (
                    <ActionButton
                      reading={reading}
                      action="end"
                      label="sessions.end"
                      values={{ id: session.id }}
                    />
                  )}
                </article>
              </li>
            ))}
          </ul>,
        );
      },
      actions: {
        end: deletion('/auth/sessions', '/account/sessions', 'done.sessionEnded'),
      },
    }),
    ownPage({
      path: '/account/data',
      load: async (reading) => {
        const { reader, actor } = reading;
        return accountPage(
          reading,
          'data.title',
          '/account/data',
          <>
            <section>
              <h2>{reader.text('data.export')}</h2>
              <p>{reader.text('data.export.text')}</p>
              <p>
                <a className="button" href={`/${reader.language}/account/data/export`}>
                  {reader.text('data.export.prepare')}
                </a>
              </p>
            </section>
            <section data-sign-out="">
              <h2>{reader.text('data.erase')}</h2>
              <p>{reader.text(actor.seller === null ? 'data.erase.text' : 'data.erase.text.dealer')}</p>
              <Form reading={reading} action="erase" submit="data.erase.button" isDanger>
                <PasswordField />
              </Form>
            </section>
          </>,
        );
      },
      actions: {
        erase: async (form, reading) => {
          const { refusal } = await reading.api.call('DELETE', '/auth/me', {
            body: { password: form.get('password') ?? '' },
          });
          if (refusal !== null) return { refusal };
          return { to: `/${reading.reader.language}/`, cookies: await signOut(reading) };
        },
      },
    }),
    ownPage({
      path: '/account/data/export',
      load: async (reading) => {
        const { reader, api } = reading;
        const preparing = await api.whilePreparing<{ readonly rows: number }>(EXPORT);
        return {
          head: {
            title: reader.text('data.export'),
            refresh: preparing === null ? undefined : LOOK_AGAIN_SECONDS,
          },
          body: (
            <div className="wrap narrow">
              <h1>{reader.text('data.export')}</h1>
              <AccountNav reading={reading} here="/account/data" />
              {preparing === null ? (
                <>
                  <p>{reader.text('data.export.ready')}</p>
                  <p>
                    <a className="button" href={`/web/api${EXPORT}`} download="">
                      {reader.text('data.export.button')}
                    </a>
                  </p>
                </>
              ) : (
                <>
                  <p>{reader.text('data.export.preparing', { rows: reader.number(preparing.rows) })}</p>
                  <p>
                    <a className="button" href={`/${reader.language}/account/data/export`}>
                      {reader.text('data.export.again')}
                    </a>
                  </p>
                </>
              )}
            </div>
          ),
        };
      },
    }),
  ];
}

/** Languages of the pages, plus that of the account if it is another one. */
function languagesWith(own: string, reader: Reader): (readonly [string, string])[] {
  const known: (readonly [string, string])[] = LANGUAGES.map((code) => [code, LANGUAGE_NAMES[code]] as const);
  return known.some(([code]) => code === own) ? known : [...known, [own, reader.languageName(own)] as const];
}

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

function deviceOf(userAgent: string | null, reader: Reader): string {
  const named = (all: readonly (readonly [string, string])[]): string | undefined =>
    all.find(([mark]) => userAgent?.includes(mark) === true)?.[1];
  const parts = [named(BROWSERS), named(SYSTEMS)].filter((part) => part !== undefined);
  return parts.length === 0 ? (userAgent?.slice(0, 60) ?? reader.text('sessions.unknown')) : parts.join(', ');
}
