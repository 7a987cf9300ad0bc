/** Saved searches, and alerts by email without an account. */
import type { ReactElement } from 'react';
import type { EmailAlertView, SavedSearchView } from '../../modules/saved-searches/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { credentialNeeded } from '../../platform/http/access/authorise.ts';
import type { Pagination } from '../../platform/http/schemas.ts';
import { type SearchQuery, toQueryString } from '../pages/search/parameters.ts';
import type { Reader } from '../texts/reader.ts';
import { PagesNav } from '../ui/pages-nav.tsx';
import { pathWithNext } from './destination.ts';
import { findFollowedDealer, followedDealerPage, unfollow, withSellerId } from './follow.tsx';
import { ActionButton, Choice, EmailField, Form, ONCE, TextField } from './form.tsx';
import { Empty, narrowPage } from './frames.tsx';
import {
  afterCall,
  deletion,
  type FormOutcome,
  openPage,
  optionalText,
  ownPage,
  type OwnPage,
  type OwnReading,
  type OwnRendered,
  type Reading,
  showsSignedInForm,
  text,
} from './own-page.ts';
import {
  toStoredQuery,
  nameOf,
  type Names,
  namesFor,
  queryOf,
  typedSearchOf,
  filterLabels,
} from './stored-search.ts';

const PAGE_SIZE = '20';
const NAME_MAX = 100;
/** Highest count that the API reports as `new_count`. */
const NEW_COUNT_MAX = 100;
const FREQUENCIES = ['instant', 'daily', 'weekly'] as const;

export const savedPages: readonly OwnPage[] = [
  ownPage({
    path: '/saved',
    load: async (reading) => {
      const { reader, api, query } = reading;
      const [{ saved_searches: searches, pagination }, names] = await Promise.all([
        api.get<{ saved_searches: SavedSearchView[]; pagination: Pagination }>('/search/saved', {
          query: { limit: PAGE_SIZE, page: query.get('page') ?? '1' },
        }),
        namesFor(reading),
      ]);
      return {
        head: { title: reader.text('saved.title') },
        body: (
          <div className="wrap">
            <h1>{reader.text('saved.title')}</h1>
            {searches.length === 0 && <Empty icon="bell" reader={reader} text={reader.text('saved.empty')} />}
            <ul className="rows">
              {searches.map((search) => (
                <li key={search.id}>
                  <SavedRow search={search} reading={reading} names={names} />
                </li>
              ))}
            </ul>
            <PagesNav
              page={pagination.page}
              pages={pagination.totalPages}
              hrefOf={(page) => `/${reader.language}/saved?page=${page}`}
              reader={reader}
            />
          </div>
        ),
      };
    },
    actions: {
      change: (form, reading) => {
        const frequency = text(form, 'alert_frequency');
        return change(
          form,
          reading,
          frequency === 'never' ? { alerts: false } : { alerts: true, alert_frequency: frequency },
        );
      },
      pause: (form, reading) => change(form, reading, { alerts: false }),
      resume: (form, reading) => change(form, reading, { alerts: true }),
      remove: deletion('/search/saved', '/saved', 'done.removed'),
    },
  }),
  ownPage({
    path: '/saved/:id',
    load: async ({ reader, api, params }) => {
      const id = params['id'] ?? '';
      const search = await api.get<SavedSearchView>('/search/saved/:id', { params: { id } });
      if (search.new_count > 0) await api.call('POST', `/search/saved/${encodeURIComponent(id)}/seen`);
      return { to: `/${reader.language}/search${toQueryString(queryOf(search))}` };
    },
  }),
  openPage({
    path: '/saved/new',
    load: async (reading) => {
      const { reader, query } = reading;
      const search = typedSearchOf(query, reader);
      const followed = await findFollowedDealer(reading, search);
      if (followed !== null) return followedDealerPage(reading, followed);
      const description = await nameOf(search, reading);
      if (!showsSignedInForm(reading, 'save')) return alertRequestPage(reading, search, description);
      return narrowPage(
        reader.text('saved.new'),
        <>
          <p>
            <a href={`/${reader.language}/search${toQueryString(search)}`}>{description}</a>
          </p>
          <Form reading={reading} action="save" submit="saved.save">
            <TextField
              name="name"
              label="saved.name"
              value={description.slice(0, NAME_MAX)}
              maxLength={NAME_MAX}
              isRequired
            />
            <Choice name="alert_frequency" label="saved.alerts" value="daily" options={frequencies(reader)} />
          </Form>
        </>,
      );
    },
    actions: {
      save: async (form, { api, reader, query }) => {
        const frequency = text(form, 'alert_frequency');
        const { refusal } = await api.call('POST', '/search/saved', {
          body: {
            name: text(form, 'name'),
            query: toStoredQuery(await withSellerId(typedSearchOf(query, reader), { api })),
            ...(frequency === 'never' ? { alerts: false } : { alerts: true, alert_frequency: frequency }),
          },
          idempotencyKey: optionalText(form, ONCE),
        });
        // The session has ended: show the sign-in form, with the submitted values.
        if (refusal?.code === 'UNAUTHORIZED') throw credentialNeeded();
        return afterCall({ refusal }, `/${reader.language}/saved`, 'done.saved');
      },
      unfollow,
      alert: async (form, reading) => {
        const { api, reader, query } = reading;
        const search = typedSearchOf(query, reader);
        const name = (await nameOf(search, reading)).slice(0, NAME_MAX);
        const email = text(form, 'email');
        const { refusal } = await api.call('POST', '/search/alerts', {
          body: { email, name, query: toStoredQuery(await withSellerId(search, reading)) },
        });
        return refusal === null ? { again: true, made: { email } } : { refusal };
      },
    },
  }),
  openPage({
    path: '/alerts/:token',
    load: loadAlertPage,
    actions: {
      confirm: async (_form, { api, params }) => {
        const path = `/search/alerts/${encodeURIComponent(params['token'] ?? '')}/confirm`;
        const outcome = await api.call<EmailAlertView>('POST', path);
        if (outcome.refusal !== null) return { refusal: outcome.refusal };
        const { name, in_account: isInAccount } = outcome.data;
        const query = toQueryString(queryOf(outcome.data));
        return { again: true, made: { name, query, in: isInAccount ? 'account' : 'mailbox' } };
      },
    },
  }),
];

async function change(
  form: URLSearchParams,
  { api, reader }: OwnReading,
  body: { readonly alerts: boolean; readonly alert_frequency?: string },
): Promise<FormOutcome> {
  const path = `/search/saved/${encodeURIComponent(text(form, 'id'))}`;
  return afterCall(await api.call('PATCH', path, { body }), `/${reader.language}/saved`, 'done.saved');
}

/** For guests: an alert by email, or an account. */
function alertRequestPage(reading: Reading, search: SearchQuery, description: string): OwnRendered {
  const { reader, form, here } = reading;
  const results = `/${reader.language}/search${toQueryString(search)}`;
  const email = form.made?.['email'];
  return narrowPage(
    reader.text('alerts.title'),
    <>
      <p>
        <a href={results}>{description}</a>
      </p>
      {email === undefined ? (
        <>
          <Form reading={reading} action="alert" submit="alerts.request">
            <EmailField hint="alerts.hint" autoComplete="email" />
          </Form>
          <p>
            <a href={pathWithNext(`/${reader.language}/sign-in`, here)}>{reader.text('alerts.signIn')}</a>
          </p>
        </>
      ) : (
        <>
          <p className="say good" role="status">
            {reader.text('alerts.requested', { email })}
          </p>
          <p>
            <a className="button" href={results}>
              {reader.text('alerts.back')}
            </a>
          </p>
        </>
      )}
    </>,
  );
}

/** The page of the link in a confirmation email. Opening it changes nothing, because mail scanners open every link. */
async function loadAlertPage(reading: Reading): Promise<OwnRendered> {
  const { reader, form, params } = reading;
  const { made } = form;
  if (made !== undefined)
    return narrowPage(
      reader.text('alerts.on'),
      <>
        <p className="say good" role="status">
          {reader.text(made['in'] === 'account' ? 'alerts.on.account' : 'alerts.on.text', {
            name: made['name'] ?? '',
          })}
        </p>
        <p>
          <a className="button" href={`/${reader.language}/search${made['query'] ?? ''}`}>
            {reader.text('alerts.back')}
          </a>
        </p>
      </>,
    );
  const alert = await findAlert(reading, params['token'] ?? '');
  if (alert === null)
    return {
      ...narrowPage(
        reader.text('alerts.expired'),
        <Empty icon="bell" reader={reader} text={reader.text('alerts.expired.text')} />,
      ),
      status: 404,
    };
  return narrowPage(
    reader.text(alert.confirmed ? 'alerts.on' : 'alerts.confirm.title'),
    <>
      <p>
        <a href={`/${reader.language}/search${toQueryString(queryOf(alert))}`}>{alert.name}</a>
      </p>
      {alert.confirmed ? (
        <p>{reader.text('alerts.on.text', { name: alert.name })}</p>
      ) : (
        <Form reading={reading} action="confirm" submit="alerts.confirm">
          <p>{reader.text('alerts.confirm.text')}</p>
        </Form>
      )}
    </>,
  );
}

async function findAlert({ api }: Reading, token: string): Promise<EmailAlertView | null> {
  try {
    return await api.get<EmailAlertView>('/search/alerts/:token', { params: { token } });
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

function SavedRow({
  search,
  reading,
  names,
}: {
  search: SavedSearchView;
  reading: OwnReading;
  names: Names;
}): ReactElement {
  const { reader } = reading;
  const { id, name, alerts, match_count: total, new_count: newCount } = search;
  const filters = filterLabels(queryOf(search), reader, names);
  return (
    <article className="row">
      <div className="row-body">
        <h2 className="row-title row">
          <a href={`/${reader.language}/saved/${id}`}>{name}</a>
          {newCount > 0 && (
            <span className="badge new">
              {newCount < NEW_COUNT_MAX
                ? reader.count('saved.new.count', newCount)
                : reader.text('saved.new.many')}
            </span>
          )}
        </h2>
        <p className="note">{reader.count('search.results', total)}</p>
        <ul className="chips">
          {(filters.length === 0 ? [reader.text('nav.all')] : filters).map((filter) => (
            <li key={filter} className="chip on">
              {filter}
            </li>
          ))}
        </ul>
      </div>
      <div className="row-side">
        <form method="post" className="inline-form" data-once="">
          <input type="hidden" name="do" value="change" />
          <input type="hidden" name="id" value={id} />
          <label className="note" htmlFor={`alerts-${id}`}>
            {reader.text('saved.alerts')}
          </label>
          <select
            id={`alerts-${id}`}
            name="alert_frequency"
            defaultValue={alerts ? search.alert_frequency : 'never'}
          >
            {frequencies(reader).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <button className="quiet">{reader.text('saved.save')}</button>
        </form>
        <ActionButton
          reading={reading}
          action={alerts ? 'pause' : 'resume'}
          label={alerts ? 'saved.pause' : 'saved.resume'}
          values={{ id }}
        />
        <ActionButton
          reading={reading}
          action="remove"
          label="saved.remove"
          question="saved.remove.confirm"
          values={{ id }}
        />
      </div>
    </article>
  );
}

function frequencies(reader: Reader): (readonly [string, string])[] {
  return [
    ...FREQUENCIES.map((value) => [value, reader.text(`saved.alerts.${value}`)] as const),
    ['never', reader.text('saved.alerts.never')] as const,
  ];
}
