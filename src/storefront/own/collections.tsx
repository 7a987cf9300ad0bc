/** Favorites. */
import type { FavoriteView } from '../../modules/favorites/index.ts';
import type { Pagination } from '../../platform/http/schemas.ts';
import type { ReactElement } from 'react';
import { PagesNav } from '../ui/pages-nav.tsx';
import { PriceWithBasis } from '../ui/price.tsx';
import { pathOf } from '../ui/vehicle-card.tsx';
import { drawingName, drawingOf } from '../drawings/vehicle.ts';
import type { Reader } from '../texts/reader.ts';
import { ActionButton } from './form.tsx';
import { afterCall, ownPage, type OwnPage, type OwnReading, text } from './own-page.ts';

const PAGE_SIZE = '20';

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
      note: async (form, { api, reader, query }) => {
        const path = `/favorites/${encodeURIComponent(text(form, 'listingId'))}`;
        // Browsers send line breaks as two characters.
        const note = text(form, 'note').replaceAll('\r\n', '\n');
        const { refusal } = await api.call('PATCH', path, { body: { note } });
        const page = query.get('page');
        const back = `/${reader.language}/favorites${page === null ? '' : `?page=${encodeURIComponent(page)}`}`;
        return afterCall({ refusal }, back, 'done.saved');
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
];

const COMPARED_MAX = 5;
const NOTE_MAX = 1000;

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
        <Note favorite={favorite} reading={reading} />
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

/** The reader's own words about the vehicle; the form opens on request, and again with what was typed after an error. */
function Note({ favorite, reading }: { favorite: FavoriteView; reading: OwnReading }): ReactElement {
  const { reader, form } = reading;
  const { note, listing } = favorite;
  const refusal = form.action === 'note' && form.values.get('listingId') === listing.id ? form.refusal : null;
  const id = `note-${listing.id}`;
  return (
    <>
      {note !== null && <p className="own-note lines">{note}</p>}
      <details className="note-edit" open={refusal !== null}>
        <summary>{reader.text(note === null ? 'favorites.note.add' : 'favorites.note.change')}</summary>
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
            <button className="quiet">{reader.text('saved.save')}</button>
          </p>
        </form>
      </details>
    </>
  );
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
