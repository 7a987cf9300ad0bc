/** Vehicles side by side: one column each, rows that differ marked. */
import type { ReactElement } from 'react';
import { drawingName, drawingOf } from '../../drawings/vehicle.ts';
import type { PageHead } from '../../shell/document.tsx';
import type { Reader } from '../../texts/reader.ts';
import { Icon } from '../../ui/icon.tsx';
import { PriceBlock } from '../../ui/price.tsx';
import { pathOf, VehicleCard } from '../../ui/vehicle-card.tsx';
import type { ComparePageData, Comparison } from './load.ts';
import { bestPrices, rowGroups } from './rows.tsx';
import { textOf } from '../listing/values.ts';

const COMPARED_MAX = 5;

export function compareHead(data: ComparePageData, reader: Reader): PageHead {
  return { title: titleOf(data, reader), path: addressOf(data, data.onlyDifferences), unlisted: true };
}

interface PageProps {
  readonly data: ComparePageData;
  readonly reader: Reader;
  readonly baseUrl: string;
}

export function ComparePage({ data, reader, baseUrl }: PageProps): ReactElement {
  const { comparison, token } = data;
  const listings = comparison?.listings ?? [];
  return (
    <div
      className="wrap compare-page"
      data-compared={token === null ? listings.map(({ id }) => id).join(',') : undefined}
    >
      <div className="compare-head">
        <div>
          <h1>{titleOf(data, reader)}</h1>
          {listings.length > 1 && <p className="quiet">{reader.text('compare.lead')}</p>}
        </div>
        {listings.length > 0 && <Actions data={data} reader={reader} baseUrl={baseUrl} />}
      </div>
      {comparison === null || listings.length === 0 ? (
        <div className="empty">
          <p>{reader.text('compare.empty')}</p>
          <a className="button" href={`/${reader.language}/search`}>
            {reader.text('nav.all')}
          </a>
        </div>
      ) : (
        <Matrix data={data} comparison={comparison} reader={reader} />
      )}
      {data.similar.length > 0 && (
        <section aria-labelledby="compare-similar">
          <h2 id="compare-similar">{reader.text('compare.one')}</h2>
          <ol className="cards">
            {data.similar.map((other) => (
              <li key={other.id} className="to-add">
                <VehicleCard listing={other} reader={reader} />
                <a
                  className="button"
                  href={`/${reader.language}${idsAddress([...listings.map(({ id }) => id), other.id], false)}`}
                  aria-label={`${reader.text('compare.add')}: ${other.title}`}
                  rel="nofollow"
                >
                  {reader.text('compare.add')}
                </a>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

function Actions({ data, reader, baseUrl }: PageProps): ReactElement {
  const { comparison, token, onlyDifferences, live } = data;
  const ids = comparison?.listings.map(({ id }) => id) ?? [];
  const { language } = reader;
  const isOwn = token === null;
  return (
    <div className="compare-acts">
      {ids.length > 1 && (
        <a className="button" href={`/${language}${addressOf(data, !onlyDifferences)}`} rel="nofollow">
          {reader.text(onlyDifferences ? 'compare.all' : 'compare.differences')}
        </a>
      )}
      {isOwn && ids.length > 1 && (
        <a className="button" href={`/${language}/compare/share?ids=${ids.join(',')}`} rel="nofollow">
          <Icon name="share" />
          {reader.text('compare.share')}
        </a>
      )}
      {isOwn && ids.length < COMPARED_MAX && (
        <a className="button" href={`/${language}/search`}>
          <Icon name="plus" />
          {reader.text('compare.addMore')}
        </a>
      )}
      {live.size > 1 && (
        <a
          className="button go"
          href={`/${language}/inquiries?ids=${[...live.keys()].join(',')}`}
          rel="nofollow"
        >
          <Icon name="message" />
          {reader.text('compare.writeAll')}
        </a>
      )}
      {!isOwn && (
        <p className="note">
          {reader.text('compare.shared', { address: `${baseUrl}/${language}/compare/${token}` })}
        </p>
      )}
    </div>
  );
}

interface MatrixProps {
  readonly data: ComparePageData;
  readonly comparison: Comparison;
  readonly reader: Reader;
}

function Matrix({ data, comparison, reader }: MatrixProps): ReactElement {
  const { listings } = comparison;
  const columns = listings.length;
  const isSeveral = columns > 1;
  const groups = rowGroups(data, comparison, reader).map(({ group, rows }) => ({
    group,
    rows: rows.filter(({ isDifferent }) => isDifferent || !data.onlyDifferences),
  }));
  const cheapest = bestPrices(data, comparison);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it by keys
    <div className="matrix-frame" tabIndex={0} role="region" aria-label={reader.text('compare.title')}>
      <table className="matrix">
        <colgroup>
          <col />
          <col span={columns} />
        </colgroup>
        <thead>
          <tr>
            <th scope="row">
              <span className="unseen">{reader.text('listing.gallery')}</span>
            </th>
            {listings.map((listing, index) => (
              <td key={listing.id} className="shot">
                <Shot data={data} comparison={comparison} index={index} reader={reader} />
              </td>
            ))}
          </tr>
          <tr className="names">
            <td>
              <span className="unseen">{reader.text('compare.field')}</span>
            </td>
            {listings.map(({ id, title, slug }, index) => (
              <th key={id} scope="col" className={cheapest.has(index) ? 'cheapest' : undefined}>
                <h2>{slug === null ? title : <a href={`/${reader.language}/listing/${slug}`}>{title}</a>}</h2>
                {slug === null ? (
                  <p className="note">{reader.text('compare.gone')}</p>
                ) : (
                  <PriceBlock price={data.prices.get(id) ?? null} reader={reader} />
                )}
              </th>
            ))}
          </tr>
        </thead>
        {groups
          .filter(({ rows }) => rows.length > 0)
          .map(({ group, rows }) => (
            <tbody key={group}>
              <tr className="part-of">
                <th colSpan={columns + 1} scope="colgroup">
                  {reader.text(`compare.group.${group}`)}
                </th>
              </tr>
              {rows.map(({ key, label, cells, isDifferent, best }) => (
                <tr key={key} className={isDifferent && isSeveral ? 'differs' : undefined}>
                  <th scope="row">
                    {label}
                    {isDifferent && isSeveral && (
                      <span className="unseen"> ({reader.text('compare.differs')})</span>
                    )}
                  </th>
                  {cells.map((cell, index) => (
                    <td key={listings[index]?.id} className={best?.has(index) === true ? 'best' : undefined}>
                      {cell ?? (
                        <>
                          <span aria-hidden="true">–</span>
                          <span className="unseen">{reader.text('compare.none')}</span>
                        </>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        <tbody className="contacts">
          <tr>
            <th scope="row">
              <span className="unseen">{reader.text('listing.contactDealer')}</span>
            </th>
            {listings.map(({ id, title, slug }) => (
              <td key={id}>
                {slug !== null && data.live.has(id) && (
                  <a
                    className="button go wide"
                    href={`/${reader.language}/inquiry/${slug}`}
                    aria-label={`${reader.text('listing.writeShort')}: ${title}`}
                    rel="nofollow"
                  >
                    {reader.text('listing.writeShort')}
                  </a>
                )}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function Shot({
  data,
  comparison,
  index,
  reader,
}: MatrixProps & { readonly index: number }): ReactElement | null {
  const listing = comparison.listings[index];
  if (listing === undefined) return null;
  const { id, title, thumbnail } = listing;
  const otherIds = comparison.listings.flatMap((other) => (other.id === id ? [] : [other.id]));
  const value = (field: string): unknown =>
    comparison.attributes.find((attribute) => attribute.field === field)?.values[index];
  const drawing = drawingName(
    drawingOf({
      category: textOf(value('category')) ?? '',
      subcategory: textOf(value('subcategory')),
      driveType: textOf(value('driveType')),
      axles: typeof value('axles') === 'number' ? Number(value('axles')) : null,
      color: textOf(value('color')),
    }),
  );
  return (
    <>
      <img
        src={thumbnail === null ? `/drawings/${drawing}.svg` : pathOf(thumbnail)}
        width="320"
        height="200"
        alt={thumbnail === null ? reader.text('card.noPhoto') : ''}
      />
      {data.token === null && (
        <a
          className="remove"
          href={`/${reader.language}${idsAddress(otherIds, data.onlyDifferences)}`}
          aria-label={reader.text('compare.remove', { title })}
          rel="nofollow"
        >
          <Icon name="x" />
        </a>
      )}
    </>
  );
}

function titleOf({ comparison, token }: ComparePageData, reader: Reader): string {
  return token === null || comparison?.name === undefined ? reader.text('compare.title') : comparison.name;
}

function addressOf({ token, comparison }: ComparePageData, onlyDifferences: boolean): string {
  if (token === null) return idsAddress(comparison?.listings.map(({ id }) => id) ?? [], onlyDifferences);
  return `/compare/${token}${onlyDifferences ? '?rows=different' : ''}`;
}

function idsAddress(ids: readonly string[], onlyDifferences: boolean): string {
  if (ids.length === 0) return '/compare';
  return `/compare?ids=${ids.join(',')}${onlyDifferences ? '&rows=different' : ''}`;
}
