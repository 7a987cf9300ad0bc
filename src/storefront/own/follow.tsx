/** Following a dealer. It is stored as a saved search for all vehicles of the dealer, so that alerts work the same way. */
import type { SavedSearchView } from '../../modules/saved-searches/index.ts';
import type { SearchQuery } from '../pages/search/parameters.ts';
import type { TextKey } from '../texts/generated/keys.ts';
import { ActionButton } from './form.tsx';
import { narrowPage } from './frames.tsx';
import { afterCall, type FormOutcome, type OwnRendered, type Reading, text } from './own-page.ts';

interface FollowedDealer {
  readonly search: SavedSearchView;
  readonly seller: Seller;
}

interface Seller {
  readonly id: string;
  readonly slug: string;
  readonly companyName: string;
}

const loadSeller = ({ api }: Pick<Reading, 'api'>, slug: string): Promise<Seller> =>
  api.get<Seller>('/sellers/:slug', { params: { slug } });

/** Stored searches name a dealer by ID, because a slug may change. */
export async function withSellerId(search: SearchQuery, reading: Pick<Reading, 'api'>): Promise<SearchQuery> {
  const { seller } = search;
  return seller === undefined ? search : { ...search, seller: (await loadSeller(reading, seller)).id };
}

/** Returns the dealer that the user follows; null if the search has other filters or the user does not follow it. */
export async function findFollowedDealer(
  reading: Reading,
  search: SearchQuery,
): Promise<FollowedDealer | null> {
  const { seller: slug, ...otherFilters } = search;
  if (slug === undefined || Object.keys(otherFilters).length > 0 || reading.actor.kind !== 'user')
    return null;
  const seller = await loadSeller(reading, slug);
  const { saved_searches: searches } = await reading.api.get<{
    saved_searches: readonly SavedSearchView[];
  }>('/search/saved', { query: { seller: seller.id, limit: '1' } });
  const [followingSearch] = searches;
  return followingSearch === undefined ? null : { search: followingSearch, seller };
}

function frequencyKey({ alert_frequency: frequency }: SavedSearchView): TextKey {
  return frequency === 'instant' || frequency === 'weekly' ? `follow.${frequency}` : 'follow.daily';
}

export function followedDealerPage(reading: Reading, { search, seller }: FollowedDealer): OwnRendered {
  const { reader } = reading;
  const { companyName: name } = seller;
  return narrowPage(
    reader.text('follow.title', { name }),
    <>
      <p>{reader.text(search.alerts ? frequencyKey(search) : 'follow.never')}</p>
      <div className="row">
        <a className="button" href={`/${reader.language}/dealer/${seller.slug}`}>
          {reader.text('follow.stock')}
        </a>
        <a className="button" href={`/${reader.language}/saved`}>
          {reader.text('follow.change')}
        </a>
        <ActionButton
          reading={reading}
          action="unfollow"
          label="follow.end"
          values={{ id: search.id, slug: seller.slug }}
        />
      </div>
    </>,
  );
}

export async function unfollow(
  form: URLSearchParams,
  { api, reader }: Pick<Reading, 'api' | 'reader'>,
): Promise<FormOutcome> {
  const outcome = await api.call('DELETE', `/search/saved/${encodeURIComponent(text(form, 'id'))}`);
  const page = `/dealer/${encodeURIComponent(text(form, 'slug'))}`;
  return afterCall(outcome, `/${reader.language}${page}`);
}
