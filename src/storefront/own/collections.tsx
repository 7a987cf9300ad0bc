/** Favorites and saved searches. */
import type { FavoriteView } from '../../modules/favorites/index.ts';
import type { SavedSearchView } from '../../modules/saved-searches/index.ts';
import type { Pagination } from '../../platform/http/schemas.ts';
import type { ReactElement } from 'react';
import { chipsOf } from '../pages/search/chips.tsx';
import type { NamedSlug } from '../pages/search/data.ts';
import { readBounds, readSearchQuery, type SearchQuery, toQueryString } from '../pages/search/parameters.ts';
import { PagesNav } from '../ui/pages-nav.tsx';
import { PriceWithBasis } from '../ui/price.tsx';
import { pathOf } from '../ui/vehicle-card.tsx';
import { drawingName, drawingOf } from '../drawings/vehicle.ts';
import type { Reader } from '../texts/reader.ts';
import { ActionButton, Choice, Form, ONCE, TextField } from './form.tsx';
import { narrowPage } from './frames.tsx';
import {
  afterCall,
  deletion,
  optionalText,
  ownPage,
  type OwnPage,
  type OwnReading,
  text,
} from './own-page.ts';

const PAGE_SIZE = '20';
const FREQUENCIES = ['instant', 'daily', 'weekly'] as const;

export const collectionPages: readonly OwnPage[] = [
  ownPage({
    path: '/favorites',
    load: async (reading) => {
      const { reader, api, query } = reading;
      const { favorites, pagination } = await api.get<{ favorites: FavoriteView[]; pagination: Pagination }>(
        '/favorites',
        {
          query: { limit: PAGE_SIZE, page: query.get('page') ?? '1' },
        },
      );
      const live = favorites.filter(({ listing }) => listing.status === 'ACTIVE').slice(0, COMPARED_MAX);
      return {
        head: { title: reader.text('favorites.title') },
        body: (
          <div className="wrap">
            <h1>{reader.text('favorites.title')}</h1>
            {favorites.length === 0 ? (
              <Empty reader={reader} text={reader.text('favorites.empty')} />
            ) : (
              <>
                {live.length > 1 && (
                  <p>
                    <a
                      href={`/${reader.language}/compare?ids=${live.map(({ listing }) => listing.id).join(',')}`}
                    >
                      {reader.text('favorites.compare')}
                    </a>
                  </p>
                )}
                <ul className="rows">
                  {favorites.map((favorite) => (
                    <li key={favorite.id}>
                      <FavoriteRow favorite={favorite} reading={reading} />
                    </li>
                  ))}
                </ul>
              </>
            )}
            <PagesNav
              page={pagination.page}
              pages={pagination.totalPages}
              hrefOf={(page) => `/${reader.language}/favorites?page=${page}`}
              reader={reader}
            />
          </div>
        ),
      };
    },
    actions: {
      add: async (form, { api, reader }) => {
        const outcome = await api.call('POST', '/favorites', {
          body: { listingId: text(form, 'listingId') },
        });
        // Adding a favorite twice is not an error.
        const { refusal } = outcome;
        return afterCall(
          { refusal: refusal?.code === 'ALREADY_EXISTS' ? null : refusal },
          `/${reader.language}/favorites`,
          'done.favorite',
        );
      },
      remove: async (form, { api, reader }) => {
        const { refusal } = await api.call(
          'DELETE',
          `/favorites/${encodeURIComponent(text(form, 'listingId'))}`,
        );
        return afterCall(
          { refusal: refusal?.code === 'NOT_FOUND' ? null : refusal },
          `/${reader.language}/favorites`,
          'done.favoriteRemoved',
        );
      },
    },
  }),
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
            {searches.length === 0 && <Empty reader={reader} text={reader.text('saved.empty')} />}
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
      change: async (form, { api, reader }) => {
        const frequency = text(form, 'alert_frequency');
        const body = frequency === 'never' ? { alerts: false } : { alerts: true, alert_frequency: frequency };
        const path = `/search/saved/${encodeURIComponent(text(form, 'id'))}`;
        return afterCall(await api.call('PATCH', path, { body }), `/${reader.language}/saved`, 'done.saved');
      },
      remove: deletion('/search/saved', '/saved', 'done.removed'),
    },
  }),
  ownPage({
    path: '/saved/new',
    load: async (reading) => {
      const { reader, query } = reading;
      const search = typedSearchOf(query, reader);
      const described = describe(search, reader, await namesFor(reading));
      const { seller } = search;
      const description = seller === undefined ? described : await dealerName(reading, seller);
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
        return afterCall(
          await api.call('POST', '/search/saved', {
            body: {
              name: text(form, 'name'),
              query: asValues(typedSearchOf(query, reader)),
              ...(frequency === 'never' ? { alerts: false } : { alerts: true, alert_frequency: frequency }),
            },
            idempotencyKey: optionalText(form, ONCE),
          }),
          `/${reader.language}/saved`,
          'done.saved',
        );
      },
    },
  }),
];

const COMPARED_MAX = 5;
const NAME_MAX = 100;

function FavoriteRow({ favorite, reading }: { favorite: FavoriteView; reading: OwnReading }): ReactElement {
  const { reader } = reading;
  const { listing, priceChange } = favorite;
  const isThere = listing.status === 'ACTIVE' && listing.slug !== null;
  const place = [listing.location.country, listing.location.city].filter((part) => part !== null).join(' ');
  const facts = [
    listing.year === null ? null : String(listing.year),
    listing.mileage === null ? null : `${reader.number(listing.mileage)} km`,
    place === '' ? null : place,
  ].filter((part) => part !== null);
  return (
    <article className="row">
      <img
        src={
          listing.thumbnail === null
            ? `/drawings/${drawingName(drawingOf({ category: 'trucks' }))}.svg`
            : pathOf(listing.thumbnail)
        }
        width="120"
        height="90"
        alt=""
        loading="lazy"
      />
      <div className="row-body">
        <h2 className="row-title">
          {listing.slug === null ? (
            listing.title
          ) : (
            <a href={`/${reader.language}/listing/${listing.slug}`}>{listing.title}</a>
          )}
        </h2>
        <p className="note">{facts.join(' · ')}</p>
        {!isThere && <p className="bad">{reader.value('status', listing.status)}</p>}
        {priceChange !== null && priceChange !== 0 && listing.currency !== null && (
          <p className={priceChange < 0 ? 'good' : 'note'}>
            {reader.text(priceChange < 0 ? 'favorites.cheaper' : 'favorites.dearer', {
              amount: reader.money(Math.abs(priceChange), listing.currency),
            })}
          </p>
        )}
      </div>
      <div className="row-side">
        <PriceWithBasis listing={listing} reader={reader} />
        <ActionButton
          reading={reading}
          action="remove"
          label="favorites.remove"
          values={{ listingId: listing.id }}
        />
      </div>
    </article>
  );
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
  const query = searchOf(
    new URLSearchParams(
      Object.fromEntries(Object.entries(search.query).map(([name, value]) => [name, String(value)])),
    ),
  );
  return (
    <article className="row">
      <div className="row-body">
        <h2 className="row-title">
          <a href={`/${reader.language}/search${toQueryString(query)}`}>{search.name}</a>
        </h2>
        <p className="note">
          {reader.count('search.results', search.match_count)} · {describe(query, reader, names)}
        </p>
      </div>
      <div className="row-side">
        <form method="post" className="inline-form" data-submits="">
          <input type="hidden" name="do" value="change" />
          <input type="hidden" name="id" value={search.id} />
          <label className="note" htmlFor={`alerts-${search.id}`}>
            {reader.text('saved.alerts')}
          </label>
          <select
            id={`alerts-${search.id}`}
            name="alert_frequency"
            defaultValue={search.alerts ? search.alert_frequency : 'never'}
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
          action="remove"
          label="saved.remove"
          question="saved.remove.confirm"
          values={{ id: search.id }}
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

/** The search parameters of a URL, without order and page. */
function searchOf(given: URLSearchParams): SearchQuery {
  const {
    page: _page,
    sort: _sort,
    order: _order,
    ...query
  } = readSearchQuery(Object.fromEntries(given)) as Record<string, string>;
  return query;
}

/** Numbers in a URL can have the format of the language. */
function typedSearchOf(given: URLSearchParams, { language }: Reader): SearchQuery {
  const { query, unreadable } = readBounds(searchOf(given), language);
  return { ...query, ...unreadable };
}

const NUMBERS = /^(?:min_|max_|radius$)/;

function asValues(query: SearchQuery): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const isNumber = NUMBERS.test(name) && Number.isFinite(Number(value));
      return [name, isNumber ? Number(value) : value];
    }),
  );
}

/** Names of categories, subcategories and brands in the language of the page. */
interface Names {
  readonly categories: readonly (NamedSlug & { readonly children: readonly NamedSlug[] })[];
  readonly brands: readonly NamedSlug[];
}

async function namesFor({ api }: OwnReading): Promise<Names> {
  const [{ categories }, { brands }] = await Promise.all([
    api.get<Pick<Names, 'categories'>>('/categories'),
    api.get<Pick<Names, 'brands'>>('/brands'),
  ]);
  return { categories, brands };
}

async function dealerName({ api }: OwnReading, slug: string): Promise<string> {
  return (await api.get<{ companyName: string }>('/sellers/:slug', { params: { slug } })).companyName;
}

function describe(query: SearchQuery, reader: Reader, { categories, brands }: Names): string {
  const types = categories.flatMap(({ children }) => children);
  const chips = chipsOf({ query, types, answer: { facets: { categories, brands } } }, reader);
  const parts = [query['q'], ...chips.map(({ label }) => label)].filter((part) => part !== undefined);
  return parts.length === 0 ? reader.text('nav.all') : parts.join(' · ');
}

export function Empty({ reader, text: sentence }: { reader: Reader; text: string }): ReactElement {
  return (
    <div className="empty">
      <p>{sentence}</p>
      <p>
        <a className="button" href={`/${reader.language}/search`}>
          {reader.text('nav.all')}
        </a>
      </p>
    </div>
  );
}
