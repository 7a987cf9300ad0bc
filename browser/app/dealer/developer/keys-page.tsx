import { type ReactElement, useState } from 'react';
import { useAction } from '../../action.ts';
import { api, type ApiKey } from '../../api.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, SelectField, TextField, textOf } from '../../ui/form.tsx';
import { Facts, Load } from '../../ui/section.tsx';
import { Empty } from '../../ui/states.tsx';
import { Pager } from '../../ui/table.tsx';
import { usePage } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { Developer, Example, OwnPassword, passwordOf } from './developer.tsx';
import { type Secret, SecretsDialog } from './secrets.tsx';

const PAGE_ROWS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;
const EXPIRIES = ['30', '90', '365'] as const;
const GRACES = ['1440', '60', '0'] as const;
const SCOPES = [
  'listings:read',
  'listings:write',
  'listings:delete',
  'messages:read',
  'messages:write',
  'analytics:read',
  'webhooks:manage',
] as const satisfies readonly ApiKey['scopes'][number][];

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'regenerate'; readonly apiKey: ApiKey }
  | { readonly kind: 'created'; readonly name: string; readonly secrets: readonly Secret[] };

export function KeysPage(): ReactElement {
  const words = useWords();
  const [open, setOpen] = useState<Open | null>(null);
  const page = usePage();
  const show = (created: CreatedKey): void => {
    const { key, signingSecret, name } = created.apiKey;
    setOpen({
      kind: 'created',
      name,
      secrets: [
        { label: words.text('desk.apiKey.value'), value: key ?? '' },
        { label: words.text('desk.apiKey.signingSecret'), value: signingSecret ?? '' },
      ],
    });
  };
  const close = (): void => setOpen(null);
  return (
    <Developer
      title={words.text('desk.developer.keys')}
      note={words.text('desk.apiKey.intro')}
      actions={<Button text="desk.apiKey.new" onClick={() => setOpen({ kind: 'new' })} />}
    >
      <div className="stack">
        <Load query={read('apiKeys.list', { page, limit: PAGE_ROWS })}>
          {({ apiKeys, pagination }) =>
            apiKeys.length === 0 ? (
              <Empty title={words.text('desk.apiKey.none')}>
                <p>{words.text('desk.apiKey.none.hint')}</p>
                <Button text="desk.apiKey.new" onClick={() => setOpen({ kind: 'new' })} />
              </Empty>
            ) : (
              <>
                <ul className="cards">
                  {apiKeys.map((apiKey) => (
                    <KeyCard key={apiKey.id} apiKey={apiKey} onOpen={setOpen} />
                  ))}
                </ul>
                {pagination.total > PAGE_ROWS && (
                  <Pager page={page} limit={PAGE_ROWS} total={pagination.total} />
                )}
              </>
            )
          }
        </Load>
        <Example
          request={{ method: 'GET', path: '/seller/listings?limit=20', call: 'listings.list({ limit: 20 })' }}
        />
      </div>
      {open?.kind === 'new' && <NewKey onCreated={show} onClose={close} />}
      {open?.kind === 'regenerate' && <Regenerate apiKey={open.apiKey} onCreated={show} onClose={close} />}
      {open?.kind === 'created' && <SecretsDialog title={open.name} secrets={open.secrets} onClose={close} />}
    </Developer>
  );
}

function KeyCard({ apiKey, onOpen }: { apiKey: ApiKey; onOpen: (open: Open) => void }): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const { name, prefix, scopes, environment, createdAt, expiresAt, lastUsedAt, lastUsedIp } = apiKey;
  const revoke = (): void =>
    confirmFirst({
      title: words.text('desk.apiKey.revoke.title', { name }),
      text: words.text('desk.apiKey.revoke.text'),
      action: words.text('desk.apiKey.revoke'),
      onConfirm: () => act(() => api.apiKeys.revoke(apiKey.id), { done: words.text('desk.apiKey.revoked') }),
    });
  const used =
    lastUsedAt === null
      ? words.text('desk.apiKey.never')
      : lastUsedIp === null
        ? words.moment(lastUsedAt)
        : words.text('desk.apiKey.from', { when: words.moment(lastUsedAt), address: lastUsedIp });
  return (
    <li className="panel card-row">
      <div className="stack">
        <h2>
          {name} {environment === 'test' && <span className="tag">{words.text('desk.apiKey.test')}</span>}
        </h2>
        <code>{prefix}</code>
        <ul className="tags" aria-label={words.text('desk.apiKey.scopes')}>
          {scopes.map((scope) => (
            <li key={scope} className="tag" title={words.text(`desk.scope.${scope}`)}>
              {scope}
            </li>
          ))}
        </ul>
        <Facts
          facts={[
            [words.text('desk.apiKey.lastUsed'), used],
            [words.text('desk.apiKey.created'), words.date(createdAt)],
            [
              words.text('desk.apiKey.expires'),
              expiresAt === null ? words.text('desk.apiKey.noExpiry') : words.moment(expiresAt),
            ],
          ]}
        />
      </div>
      <div className="row">
        <Button
          text="desk.apiKey.regenerate"
          className="quiet"
          onClick={() => onOpen({ kind: 'regenerate', apiKey })}
        />
        <Button text="desk.apiKey.revoke" className="danger" onClick={revoke} />
      </div>
    </li>
  );
}

interface CreatedKey {
  readonly apiKey: ApiKey & { readonly key?: string; readonly signingSecret?: string };
}

function NewKey({
  onCreated,
  onClose,
}: {
  onCreated: (created: CreatedKey) => void;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const create = async (values: FormData): Promise<void> => {
    const days = textOf(values, 'expiresAt');
    const created = await api.apiKeys.create({
      name: textOf(values, 'name') ?? '',
      scopes: SCOPES.filter((scope) => values.getAll('scopes').includes(scope)),
      expiresAt: days === undefined ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      password: passwordOf(values),
    });
    onCreated(created);
  };
  return (
    <Dialog title={words.text('desk.apiKey.new')} onClose={onClose}>
      <Form onSubmit={create} submit={words.text('desk.apiKey.create')}>
        <TextField
          name="name"
          label={words.text('desk.apiKey.name')}
          hint={words.text('desk.apiKey.name.hint')}
          maxLength={100}
          required
        />
        <fieldset className="field">
          <legend>{words.text('desk.apiKey.scopes')}</legend>
          {SCOPES.map((scope) => (
            <label key={scope} className="check">
              <input type="checkbox" name="scopes" value={scope} />
              <code>{scope}</code>
              <span className="note">{words.text(`desk.scope.${scope}`)}</span>
            </label>
          ))}
        </fieldset>
        <SelectField
          name="expiresAt"
          label={words.text('desk.apiKey.expires')}
          none={words.text('desk.apiKey.noExpiry')}
          options={words.options('desk.apiKey.expiry', EXPIRIES)}
        />
        <OwnPassword hint={words.text('desk.developer.password.hint')} required />
      </Form>
    </Dialog>
  );
}

function Regenerate({
  apiKey,
  onCreated,
  onClose,
}: {
  apiKey: ApiKey;
  onCreated: (created: CreatedKey) => void;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const create = async (values: FormData): Promise<void> => {
    const created = await api.apiKeys.regenerate(apiKey.id, {
      graceMinutes: Number(values.get('graceMinutes')),
      password: passwordOf(values),
    });
    onCreated(created);
  };
  return (
    <Dialog title={words.text('desk.apiKey.regenerate.title', { name: apiKey.name })} onClose={onClose}>
      <p>{words.text('desk.apiKey.regenerate.text')}</p>
      <Form onSubmit={create} submit={words.text('desk.apiKey.regenerate')}>
        <SelectField
          name="graceMinutes"
          label={words.text('desk.apiKey.grace')}
          options={words.options('desk.apiKey.grace', GRACES)}
        />
        <OwnPassword hint={words.text('desk.developer.password.hint')} required />
      </Form>
    </Dialog>
  );
}
