/** The favorites page: for users from their account, for guests from their browser. */
import type { FavoriteView } from '../../modules/favorites/index.ts';
import type { Pagination } from '../../platform/http/schemas.ts';
import { isId } from '../../platform/ids.ts';
import type { ReactElement, ReactNode } from 'react';
import type { CardListing } from '../cards/card-listing.ts';
import type { Reader } from '../texts/reader.ts';
import { RemovalForm } from '../ui/heart.tsx';
import { Icon } from '../ui/icon.tsx';
import { PagesNav } from '../ui/pages-nav.tsx';
import { Say } from '../ui/notice.tsx';
import { pathOf, VehicleCard } from '../ui/vehicle-card.tsx';
import { pathWithNext } from './destination.ts';
import { ActionButton } from './form.tsx';
import { Empty } from './frames.tsx';
import {
  afterCall,
  ownPage,
  type OwnPage,
  type OwnReading,
  type OwnRendered,
  type Reading,
  text,
} from './own-page.ts';

const PATH = '/favorites';
const PAGE_SIZE = '20';
const COMPARED_MAX = 5;
const NOTE_MAX = 1000;
/** Matches the limit of the browser script, which stores a guest's favorites. */
const GUEST_MAX = 50;

export const favoritePages: readonly OwnPage[] = [
  ownPage({
    path: PATH,
    load: async (reading) => {
      const { reader, api, query } = reading;
      const { favorites, pagination } = await api.get<{ favorites: FavoriteView[]; pagination: Pagination }>(
        PATH,
        {
          query: { limit: PAGE_SIZE, page: query.get('page') ?? '1' },
        },
      );
      const live = favorites.flatMap(({ listing }) => (listing.status === 'ACTIVE' ? [listing.id] : []));
      const cards = await loadCards(live, reading);
      return {
        head: { title: reader.text('favorites.title') },
        body: (
          <div className="wrap">
            <h1>{reader.text('favorites.title')}</h1>
            {favorites.length === 0 ? (
              <Empty icon="heart" reader={reader} text={reader.text('favorites.empty')} />
            ) : (
              <>
                <CompareLink ids={live} reader={reader} />
                <ul className="cards">
                  {favorites.map((favorite) => (
                    <li key={favorite.id} className="kept">
                      <Favorite
                        favorite={favorite}
                        card={cards.get(favorite.listing.id) ?? null}
                        reading={reading}
                      />
                    </li>
                  ))}
                </ul>
                <RemovalForm reader={reader} />
              </>
            )}
            <PagesNav
              page={pagination.page}
              pages={pagination.totalPages}
              hrefOf={(page) => `/${reader.language}${PATH}?page=${page}`}
              reader={reader}
            />
          </div>
        ),
      };
    },
    loadForGuests,
    actions: {
      add: async (form, { api, reader }) => {
        const outcome = await api.call('POST', PATH, {
          body: { listingId: text(form, 'listingId') },
        });
        // Adding a favorite twice is not an error.
        const { refusal } = outcome;
        return afterCall(
          { refusal: refusal?.code === 'ALREADY_EXISTS' ? null : refusal },
          `/${reader.language}${PATH}`,
          'done.favorite',
        );
      },
      note: async (form, { api, reader, query }) => {
        const path = `${PATH}/${encodeURIComponent(text(form, 'listingId'))}`;
        // Browsers submit line breaks as CRLF.
        const note = text(form, 'note').replaceAll('\r\n', '\n');
        const { refusal } = await api.call('PATCH', path, { body: { note } });
        const page = query.get('page');
        const back = `/${reader.language}${PATH}${page === null ? '' : `?page=${encodeURIComponent(page)}`}`;
        return afterCall({ refusal }, back, 'done.saved');
      },
      remove: async (form, { api, reader }) => {
        const { refusal } = await api.call(
          'DELETE',
          `${PATH}/${encodeURIComponent(text(form, 'listingId'))}`,
        );
        return afterCall(
          { refusal: refusal?.code === 'NOT_FOUND' ? null : refusal },
          `/${reader.language}${PATH}`,
          'done.favoriteRemoved',
        );
      },
    },
  }),
];

/**
 * A guest's favorites are stored in the browser. A script requests this page again with their IDs and shows the list that the
 * response contains; without a script, the page explains how to keep favorites.
 */
async function loadForGuests(reading: Reading): Promise<OwnRendered> {
  const { reader, query } = reading;
  const ids = [...new Set((query.get('ids') ?? '').split(','))]
    .filter((id) => isId('lst', id))
    .slice(0, GUEST_MAX);
  const cards = await loadCards(ids, reading);
  const live = [...cards.keys()];
  const goneCount = ids.length - live.length;
  const signIn = pathWithNext(`/${reader.language}/sign-in`, `/${reader.language}${PATH}`);
  return {
    head: { title: reader.text('favorites.title') },
    body: (
      <div className="wrap" data-guest-favorites="">
        <h1>{reader.text('favorites.title')}</h1>
        <Say>
          <p>{reader.text('favorites.guest')}</p>
          <p className="row actions">
            <a className="button" href={signIn}>
              {reader.text('signIn.title')}
            </a>
            <a href={pathWithNext(`/${reader.language}/register`, `/${reader.language}${PATH}`)}>
              {reader.text('register.title')}
            </a>
          </p>
        </Say>
        <noscript>
          <Say kind="amber">{reader.text('favorites.guest.noScript')}</Say>
        </noscript>
        <div data-guest-list={live.join(',')}>
          {goneCount > 0 && (
            <Say kind="amber" role="status">
              {reader.count('favorites.guest.gone', goneCount)}
            </Say>
          )}
          <CompareLink ids={live} reader={reader} />
          <ul className="cards">
            {[...cards.values()].map((card) => (
              <li key={card.id}>
                <VehicleCard listing={card} reader={reader} />
              </li>
            ))}
          </ul>
        </div>
        <div hidden data-guest-failed="">
          <Say kind="bad" role="alert">
            {reader.text('favorites.guest.failed')}
          </Say>
        </div>
        <div hidden data-guest-empty="">
          <Empty icon="heart" reader={reader} text={reader.text('favorites.guest.empty')} />
        </div>
      </div>
    ),
  };
}

/** Returns the cards of the live listings, by ID and in the given order. */
async function loadCards(
  ids: readonly string[],
  { market }: Pick<Reading, 'market'>,
): Promise<ReadonlyMap<string, CardListing>> {
  const [withFacts, ...summaries] = await Promise.all([market.cards(), ...ids.map(market.summaryOf)]);
  const cards = await withFacts(summaries.filter((summary) => summary !== null));
  return new Map(cards.map((card) => [card.id, card]));
}

function CompareLink({ ids, reader }: { ids: readonly string[]; reader: Reader }): ReactElement | null {
  if (ids.length < 2) return null;
  return (
    <p className="list-tools">
      <a className="button" href={`/${reader.language}/compare?ids=${ids.slice(0, COMPARED_MAX).join(',')}`}>
        <Icon name="arrows-sort" small /> {reader.text('favorites.compare')}
      </a>
    </p>
  );
}

function Favorite({
  favorite,
  card,
  reading,
}: {
  favorite: FavoriteView;
  card: CardListing | null;
  reading: OwnReading;
}): ReactElement {
  const { reader } = reading;
  return (
    <>
      {card === null ? (
        <GoneVehicle favorite={favorite} reader={reader} />
      ) : (
        <VehicleCard listing={card} reader={reader} isFavorite />
      )}
      <div className="kept-own">
        <PriceChange favorite={favorite} reading={reading} />
        <Note favorite={favorite} reading={reading}>
          <ActionButton
            reading={reading}
            action="remove"
            label="favorites.remove"
            values={{ listingId: favorite.listing.id }}
          />
        </Note>
      </div>
    </>
  );
}

/** Replaces the card of a vehicle that is sold or withdrawn, because its summary is no longer in the index. */
function GoneVehicle({
  favorite: { listing },
  reader,
}: {
  favorite: FavoriteView;
  reader: Reader;
}): ReactElement {
  const { status, title, slug, thumbnail } = listing;
  return (
    <article className="gone row">
      {thumbnail !== null && <img src={pathOf(thumbnail)} width="120" height="90" alt="" loading="lazy" />}
      <div>
        <h3>{slug === null ? title : <a href={`/${reader.language}/listing/${slug}`}>{title}</a>}</h3>
        <p className="bad">
          {status === 'SOLD' ? reader.value('status', 'SOLD') : reader.text('favorites.gone')}
        </p>
        {slug !== null && <p className="note">{reader.text('favorites.gone.similar')}</p>}
      </div>
    </article>
  );
}

function PriceChange({
  favorite: { listing, priceChange },
  reading: { reader, market },
}: {
  favorite: FavoriteView;
  reading: OwnReading;
}): ReactElement | null {
  if (priceChange === null || priceChange === 0) return null;
  const change = market.shownPrice({ ...listing, price: Math.abs(priceChange), vatDeductible: null });
  if (change === null) return null;
  return (
    <p className={priceChange < 0 ? 'good' : undefined}>
      {reader.text(priceChange < 0 ? 'favorites.cheaper' : 'favorites.dearer', {
        amount: reader.money(change.amount, change.currency),
      })}
    </p>
  );
}

/** The user's note about a vehicle. After an error, the form is open and keeps the submitted text. */
function Note({
  favorite,
  reading,
  children,
}: {
  favorite: FavoriteView;
  reading: OwnReading;
  children: ReactNode;
}): ReactElement {
  const { reader, form } = reading;
  const { note, listing } = favorite;
  const refusal = form.action === 'note' && form.values.get('listingId') === listing.id ? form.refusal : null;
  const id = `note-${listing.id}`;
  return (
    <>
      {note !== null && <p className="own-note lines">{note}</p>}
      <div className="kept-actions">
        <details className="note-edit" open={refusal !== null}>
          <summary>
            <Icon name="note" small />{' '}
            {reader.text(note === null ? 'favorites.note.add' : 'favorites.note.change')}
          </summary>
          <form method="post" data-once="">
            <input type="hidden" name="do" value="note" />
            <input type="hidden" name="listingId" value={listing.id} />
            <label htmlFor={id}>{reader.text('favorites.note')}</label>
            <textarea
              id={id}
              name="note"
              rows={3}
              maxLength={NOTE_MAX}
              defaultValue={refusal === null ? (note ?? '') : (form.values.get('note') ?? '')}
              aria-describedby={`${id}-hint`}
            />
            {refusal !== null && (
              <p className="problem" role="alert">
                {refusal.message}
              </p>
            )}
            <p id={`${id}-hint`} className="note">
              {reader.text('favorites.note.hint')}
            </p>
            <p>
              <button className="main">{reader.text('saved.save')}</button>
            </p>
          </form>
        </details>
        {children}
      </div>
    </>
  );
}
