import type { PublicSeller, ReviewView } from '../../../modules/sellers/index.ts';
import type { Pagination } from '../../../platform/http/schemas.ts';
import type { PageContext } from '../../page-context.ts';
import type { SearchPageData } from '../search/data.ts';
import { loadSearch } from '../search/load.ts';

interface DealerData {
  readonly seller: PublicSeller;
  readonly reviews: readonly ReviewView[];
}

export type DealerPageData =
  | (DealerData & { readonly shows: 'stock'; readonly search: SearchPageData })
  | (DealerData & { readonly shows: 'reviews'; readonly pagination: Pagination });

const REVIEWS_PER_PAGE = '20';
const REVIEWS_BELOW_STOCK = '5';

type Query = Readonly<Record<string, unknown>>;

export async function loadDealer(
  context: PageContext,
  slug: string,
  shows: DealerPageData['shows'],
  query: Query,
): Promise<() => Promise<DealerPageData>> {
  const { data: seller } = await context.ask<PublicSeller>('/sellers/:slug', { params: { slug } });
  const page = typeof query['page'] === 'string' ? { page: query['page'] } : {};
  const {
    data: { reviews, pagination },
  } = await context.ask<{ reviews: readonly ReviewView[]; pagination: Pagination }>(
    '/sellers/:slug/reviews',
    {
      params: { slug },
      query: shows === 'reviews' ? { limit: REVIEWS_PER_PAGE, ...page } : { limit: REVIEWS_BELOW_STOCK },
    },
  );
  if (shows === 'reviews') return async () => ({ seller, reviews, shows, pagination });
  const search = await loadSearch(context, query, { landing: null, dealer: seller });
  return async () => ({ seller, reviews, shows, search: await search() });
}
