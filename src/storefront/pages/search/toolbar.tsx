import type { ReactElement } from 'react';
import { BASES } from '../../prices/choice.ts';
import type { Reader } from '../../texts/reader.ts';
import { Icon } from '../../ui/icon.tsx';
import type { SearchPageData } from './data.ts';
import { resultsPath, savedAddress } from './page-query.ts';
import { changed, filterNames, toQueryString } from './parameters.ts';

/** The number of results, and what is done with all of them. */
export function Toolbar({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const active = filterNames(data.filters).length;
  return (
    <div className="tools">
      <p role="status" className="total wide-only">
        {reader.count('search.results', data.answer.pagination.total)}
      </p>
      <a className="button phone" href="#filters" data-open-filters="">
        <Icon name="adjustments-horizontal" />
        {reader.text('search.filters')}
        {active > 0 && <span className="n">{active}</span>}
      </a>
      <PriceBases data={data} reader={reader} />
      <a
        className="order wide-only"
        href={`/${reader.language}/info/ranking`}
        title={reader.text('search.ranking')}
      >
        <Icon name="info-circle" />
        <span className="unseen">{reader.text('search.ranking')}</span>
      </a>
      <SortChoice data={data} reader={reader} />
      <a className="button" href="#map">
        <Icon name="map-2" />
        <span className="hush">{reader.text('search.map')}</span>
      </a>
      <a className="button main" href={savedAddress(data, reader)} rel="nofollow">
        <Icon name="bell-plus" />
        <span className="hush">{reader.text('saved.new')}</span>
      </a>
    </div>
  );
}

/** The chooser of the header has the same. Other links of the page keep what is chosen. */
function PriceBases({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const address = searchAddress(data, reader, data.query);
  return (
    <nav className="seg" aria-label={reader.text('prices.basis')}>
      <ul>
        {BASES.map((basis) => (
          <li key={basis}>
            <a
              href={`${address}${address.includes('?') ? '&' : '?'}prices=${basis}`}
              aria-current={basis === data.basis ? 'true' : undefined}
              rel="nofollow"
            >
              {reader.text(basis === 'asked' ? 'prices.asStated' : `prices.${basis}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Each option states its direction, because the API sorts most numbers in descending order by default. */
const SORTS = [
  { text: 'relevance', sort: '', order: '' },
  { text: 'price', sort: 'price', order: 'asc' },
  { text: 'price.desc', sort: 'price', order: 'desc' },
  { text: 'year', sort: 'year', order: 'desc' },
  { text: 'mileage', sort: 'mileage', order: 'asc' },
  { text: 'created_at', sort: 'created_at', order: 'desc' },
  { text: 'distance', sort: 'distance', order: 'asc' },
] as const;

function SortChoice({ data, reader }: { data: SearchPageData; reader: Reader }): ReactElement {
  const { query, filters } = data;
  const order = query['order'] ?? (query['sort'] === 'distance' ? 'asc' : 'desc');
  const hasPlace = filters['radius'] !== undefined;
  // A URL may request an order that is not offered.
  const current =
    query['sort'] === undefined
      ? SORTS[0]
      : SORTS.find((choice) => choice.sort === query['sort'] && choice.order === order);
  return (
    <details className="drop" data-drop="">
      <summary className="button">
        <Icon name="arrows-sort" />
        <span className="unseen">
          {reader.text('search.sort')}
          {current !== undefined && `: ${reader.text(`search.sort.${current.text}`)}`}
        </span>
        <span className="wide-only" aria-hidden="true">
          {reader.text(current === undefined ? 'search.sort' : `search.sort.${current.text}`)}
        </span>
        <span className="phone" aria-hidden="true">
          {reader.text('search.sort.short')}
        </span>
        <Icon name="chevron-down" small className="turn" />
      </summary>
      <div className="sheet">
        {SORTS.filter(({ sort }) => sort !== 'distance' || hasPlace).map((choice) => (
          <a
            key={choice.text}
            href={searchAddress(
              data,
              reader,
              // A place that the words name is a filter of the sorted search.
              changed(choice.sort === 'distance' && query['radius'] === undefined ? filters : query, {
                sort: choice.sort,
                order: choice.order,
              }),
            )}
            aria-current={choice === current ? 'true' : undefined}
            rel="nofollow"
          >
            {reader.text(`search.sort.${choice.text}`)}
          </a>
        ))}
        <a className="note" href={`/${reader.language}/info/ranking`}>
          {reader.text('search.ranking')}
        </a>
      </div>
    </details>
  );
}

/** The address of another search; below a landing page its category and make stay. */
function searchAddress(data: SearchPageData, reader: Reader, query: SearchPageData['query']): string {
  return `/${reader.language}${resultsPath(data.landing)}${toQueryString(query)}`;
}
