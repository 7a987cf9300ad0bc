/** The reader's API keys: made with the scopes that they need, shown once, revoked. */
import type { ApiKeyView } from '../../modules/auth/index.ts';
import { SCOPES, type Scope } from '../../platform/actor.ts';
import { type Clock, DAY_MS } from '../../platform/clock.ts';
import type { TextKey } from '../texts/generated/keys.ts';
import { ActionButton, Choice, Form, ONCE, PasswordField, TextField } from './form.tsx';
import { accountPage } from './frames.tsx';
import { deletion, optionalText, ownPage, type OwnPage, text } from './own-page.ts';
import { TextWithTime } from '../ui/time.tsx';

const SCOPE_TEXTS = {
  'listings:read': 'scope.listings.read',
  'listings:write': 'scope.listings.write',
  'listings:delete': 'scope.listings.delete',
  'messages:read': 'scope.messages.read',
  'messages:write': 'scope.messages.write',
  'analytics:read': 'scope.analytics.read',
  'webhooks:manage': 'scope.webhooks.manage',
} as const satisfies Readonly<Record<Scope, TextKey>>;
const HERE = '/account/keys';
const KEYS_SHOWN = '100';
const NAME_MAX = 100;
const DAYS = ['30', '90', '365'] as const;

export function keyPages(clock: Clock): readonly OwnPage[] {
  return [
    ownPage({
      path: HERE,
      load: async (reading) => {
        const { reader, api, form } = reading;
        const { apiKeys } = await api.get<{ apiKeys: ApiKeyView[] }>('/account/api-keys', {
          query: { limit: KEYS_SHOWN },
        });
        const chosen = form.values.getAll('scopes');
        return accountPage(
          reading,
          'keys.title',
          HERE,
          <>
            {form.made !== undefined && (
              <section className="part" role="status">
                <h2>{reader.text('keys.shown')}</h2>
                <dl className="secrets">
                  <dt>{reader.text('keys.value')}</dt>
                  <dd>
                    <code>{form.made['key']}</code>
                  </dd>
                  <dt>{reader.text('keys.secret')}</dt>
                  <dd>
                    <code>{form.made['secret']}</code>
                  </dd>
                </dl>
              </section>
            )}
            <p>{reader.text('keys.text')}</p>
            {apiKeys.length === 0 && <p>{reader.text('keys.empty')}</p>}
            <ul className="rows">
              {apiKeys.map((key) => (
                <li key={key.id}>
                  <article className="row">
                    <div className="row-body">
                      <h2 className="row-title">{key.name}</h2>
                      <p className="note">
                        <code>{key.prefix}</code> ·{' '}
                        {reader.list(key.scopes.map((scope) => reader.text(SCOPE_TEXTS[scope])))}
                      </p>
                      <p className="note">
                        {key.lastUsedAt === null ? (
                          reader.text('keys.unused')
                        ) : (
                          <TextWithTime
                            text="keys.used"
                            name="date"
                            at={key.lastUsedAt}
                            shows="date"
                            reader={reader}
                          />
                        )}
                        {key.expiresAt !== null && (
                          <>
                            {' '}
                            ·{' '}
                            <TextWithTime
                              text="keys.until"
                              name="date"
                              at={key.expiresAt}
                              shows="date"
                              reader={reader}
                            />
                          </>
                        )}
                      </p>
                    </div>
                    <ActionButton
                      reading={reading}
                      action="revoke"
                      label="keys.revoke"
                      question="keys.revoke.confirm"
                      values={{ id: key.id }}
                    />
                  </article>
                </li>
              ))}
            </ul>
            <section>
              <h2>{reader.text('keys.new')}</h2>
              <Form reading={reading} action="create" submit="keys.create">
                <TextField
                  name="name"
                  label="keys.name"
                  hint="keys.name.hint"
                  maxLength={NAME_MAX}
                  isRequired
                />
                <fieldset>
                  <legend>{reader.text('keys.scopes')}</legend>
                  {SCOPES.map((scope) => (
                    <label key={scope} className="check">
                      <input
                        type="checkbox"
                        name="scopes"
                        value={scope}
                        defaultChecked={chosen.includes(scope)}
                      />{' '}
                      {reader.text(SCOPE_TEXTS[scope])}
                    </label>
                  ))}
                </fieldset>
                <Choice
                  name="days"
                  label="keys.days"
                  value={DAYS[2]}
                  options={[
                    ...DAYS.map((days) => [days, reader.count('time.days', Number(days))] as const),
                    ['', reader.text('keys.days.none')],
                  ]}
                />
                <PasswordField />
              </Form>
            </section>
          </>,
        );
      },
      actions: {
        create: async (form, { api, reader }) => {
          const days = optionalText(form, 'days');
          const { data, refusal } = await api.call<{ apiKey: { key?: string; signingSecret?: string } }>(
            'POST',
            '/account/api-keys',
            {
              body: {
                name: text(form, 'name'),
                scopes: form.getAll('scopes'),
                expiresAt:
                  days === undefined
                    ? null
                    : new Date(clock.now().getTime() + Number(days) * DAY_MS).toISOString(),
                password: form.get('password') ?? '',
              },
              idempotencyKey: optionalText(form, ONCE),
            },
          );
          if (refusal !== null) {
            const lacksScope = form.getAll('scopes').length === 0;
            return { refusal: lacksScope ? { ...refusal, message: reader.text('keys.needScope') } : refusal };
          }
          const { key, signingSecret: secret } = data.apiKey;
          if (key === undefined || secret === undefined)
            return { to: `/${reader.language}${HERE}`, done: 'done.keyLost' };
          return { again: true, made: { key, secret } };
        },
        revoke: deletion('/account/api-keys', HERE, 'done.keyRevoked'),
      },
    }),
  ];
}
