import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api, type ApiKey } from '../../api.ts';
import { useUrlState } from '../../url-state.ts';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Form, SelectField, TextField, textOf } from '../../ui/form.tsx';
import { Empty, Loaded, problemText } from '../../ui/states.tsx';
import { Pager } from '../../ui/table.tsx';
import { say } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { Developer } from './developer.tsx';
import { Example } from './example.tsx';
import { OwnPassword, passwordOf } from './password.tsx';
import { type Secret, SecretsDialog } from './secrets.tsx';

const PAGE_ROWS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;
const EXPIRIES = [30, 90, 365] as const;
const GRACES = [1440, 60, 0] as const;
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
  | { readonly kind: 'regenerate' | 'revoke'; readonly apiKey: ApiKey }
  | { readonly kind: 'made'; readonly name: string; readonly secrets: readonly Secret[] };

export function KeysPage(): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const [state] = useUrlState();
  const [open, setOpen] = useState<Open | null>(null);
  const page = Number(state['page'] ?? 1);
  const query = useQuery({
    queryKey: ['apiKeys', page],
    queryFn: () => api.apiKeys.list({ page, limit: PAGE_ROWS }),
  });
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['apiKeys'] });
  const revoke = useMutation({
    mutationFn: (id: string) => api.apiKeys.revoke(id),
    onSuccess: () => say(words.text('desk.apiKey.revoked')),
    onError: (error) => say(problemText(error, words), { isProblem: true }),
    onSettled: refresh,
  });
  const show = (made: { apiKey: ApiKey & { key?: string; signingSecret?: string } }): void => {
    refresh();
    const { key, signingSecret, name } = made.apiKey;
    setOpen({
      kind: 'made',
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
      actions={
        <button type="button" onClick={() => setOpen({ kind: 'new' })}>
          {words.text('desk.apiKey.new')}
        </button>
      }
    >
      <div className="stack">
        <Loaded query={query}>
          {({ apiKeys, pagination }) =>
            apiKeys.length === 0 ? (
              <Empty title={words.text('desk.apiKey.none')}>
                <p>{words.text('desk.apiKey.none.hint')}</p>
                <button type="button" onClick={() => setOpen({ kind: 'new' })}>
                  {words.text('desk.apiKey.new')}
                </button>
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
        </Loaded>
        <Example
          request={{ method: 'GET', path: '/seller/listings?limit=20', call: 'listings.list({ limit: 20 })' }}
        />
      </div>
      {open?.kind === 'new' && <NewKey onMade={show} onClose={close} />}
      {open?.kind === 'regenerate' && <Regenerate apiKey={open.apiKey} onMade={show} onClose={close} />}
      {open?.kind === 'revoke' && (
        <Confirm
          title={words.text('desk.apiKey.revoke.title', { name: open.apiKey.name })}
          text={words.text('desk.apiKey.revoke.text')}
          action={words.text('desk.apiKey.revoke')}
          onConfirm={() => revoke.mutate(open.apiKey.id)}
          onClose={close}
        />
      )}
      {open?.kind === 'made' && <SecretsDialog title={open.name} secrets={open.secrets} onClose={close} />}
    </Developer>
  );
}

function KeyCard({ apiKey, onOpen }: { apiKey: ApiKey; onOpen: (open: Open) => void }): ReactElement {
  const words = useWords();
  const { name, prefix, scopes, environment, createdAt, expiresAt, lastUsedAt, lastUsedIp } = apiKey;
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
        <dl className="facts">
          <div>
            <dt>{words.text('desk.apiKey.lastUsed')}</dt>
            <dd>{used}</dd>
          </div>
          <div>
            <dt>{words.text('desk.apiKey.created')}</dt>
            <dd>{words.date(createdAt)}</dd>
          </div>
          <div>
            <dt>{words.text('desk.apiKey.expires')}</dt>
            <dd>{expiresAt === null ? words.text('desk.apiKey.noExpiry') : words.moment(expiresAt)}</dd>
          </div>
        </dl>
      </div>
      <div className="row">
        <button type="button" className="quiet" onClick={() => onOpen({ kind: 'regenerate', apiKey })}>
          {words.text('desk.apiKey.regenerate')}
        </button>
        <button type="button" className="danger" onClick={() => onOpen({ kind: 'revoke', apiKey })}>
          {words.text('desk.apiKey.revoke')}
        </button>
      </div>
    </li>
  );
}

interface Made {
  readonly apiKey: ApiKey;
}

function NewKey({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }): ReactElement {
  const words = useWords();
  const make = async (values: FormData): Promise<void> => {
    const days = textOf(values, 'expiresAt');
    const made = await api.apiKeys.create({
      name: textOf(values, 'name') ?? '',
      scopes: SCOPES.filter((scope) => values.getAll('scopes').includes(scope)),
      expiresAt: days === undefined ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      password: passwordOf(values),
    });
    onMade(made);
  };
  return (
    <Dialog title={words.text('desk.apiKey.new')} onClose={onClose}>
      <Form onSubmit={make} submit={words.text('desk.apiKey.create')}>
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
          options={EXPIRIES.map((days) => ({
            value: String(days),
            label: words.text(`desk.apiKey.expiry.${days}`),
          }))}
        />
        <OwnPassword hint={words.text('desk.developer.password.hint')} required />
      </Form>
    </Dialog>
  );
}

function Regenerate({
  apiKey,
  onMade,
  onClose,
}: {
  apiKey: ApiKey;
  onMade: (made: Made) => void;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const make = async (values: FormData): Promise<void> => {
    const made = await api.apiKeys.regenerate(apiKey.id, {
      graceMinutes: Number(values.get('graceMinutes')),
      password: passwordOf(values),
    });
    onMade(made);
  };
  return (
    <Dialog title={words.text('desk.apiKey.regenerate.title', { name: apiKey.name })} onClose={onClose}>
      <p>{words.text('desk.apiKey.regenerate.text')}</p>
      <Form onSubmit={make} submit={words.text('desk.apiKey.regenerate')}>
        <SelectField
          name="graceMinutes"
          label={words.text('desk.apiKey.grace')}
          options={GRACES.map((minutes) => ({
            value: String(minutes),
            label: words.text(`desk.apiKey.grace.${minutes}`),
          }))}
        />
        <OwnPassword hint={words.text('desk.developer.password.hint')} required />
      </Form>
    </Dialog>
  );
}
