/** Vehicles side by side: one column each, rows that differ marked. */
import { Fragment, type ReactElement } from 'react';
import { drawingName, drawingOf } from '../../drawings/vehicle.ts';
import type { PageHead } from '../../shell/document.tsx';
import type { Reader } from '../../texts/reader.ts';
import { PriceWithBasis } from '../../ui/price.tsx';
import { pathOf, VehicleCard } from '../../ui/vehicle-card.tsx';
import { valueText } from '../listing/facts.ts';
import { leasingOf, leasingText } from '../listing/leasing.tsx';
import type { ComparePageData, Comparison } from './load.ts';

const GROUPS = ['core', 'commercial', 'technical'] as const;
const AMOUNTS = new Set(['price', 'priceNet', 'priceGross']);
/** Shown above the columns. */
const ABOVE = new Set(['price']);
const FILTERED = ['category', 'subcategory', 'country', 'region', 'city'] as const;
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
      <h1>{titleOf(data, reader)}</h1>
      {comparison === null || listings.length === 0 ? (
        <div className="empty">
          <p>{reader.text('compare.empty')}</p>
          <a className="button" href={`/${reader.language}/search`}>
            {reader.text('nav.all')}
          </a>
        </div>
      ) : (
        <>
          <p className="note">{reader.text('compare.lead')}</p>
          <Actions data={data} reader={reader} baseUrl={baseUrl} />
          <Matrix data={data} comparison={comparison} reader={reader} />
        </>
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
  const { comparison, token, onlyDifferences } = data;
  const ids = comparison?.listings.map(({ id }) => id) ?? [];
  const { language } = reader;
  if (token !== null)
    return (
      <>
        <p className="note">
          {reader.text('compare.shared', { address: `${baseUrl}/${language}/compare/${token}` })}
        </p>
        <p className="actions">{toggle()}</p>
      </>
    );
  return (
    <p className="actions">
      {ids.length > 1 && toggle()}
      {ids.length < COMPARED_MAX && (
        <a className="button quiet" href={`/${language}/search`}>
          {reader.text('compare.addMore')}
        </a>
      )}
      {ids.length > 1 && (
        <a className="button quiet" href={`/${language}/compare/share?ids=${ids.join(',')}`} rel="nofollow">
          {reader.text('compare.share')}
        </a>
      )}
    </p>
  );

  function toggle(): ReactElement {
    return (
      <a className="button" href={`/${language}${addressOf(data, !onlyDifferences)}`} rel="nofollow">
        {reader.text(onlyDifferences ? 'compare.all' : 'compare.differences')}
      </a>
    );
  }
}

interface MatrixProps {
  readonly data: ComparePageData;
  readonly comparison: Comparison;
  readonly reader: Reader;
}

function Matrix({ data, comparison, reader }: MatrixProps): ReactElement {
  const { listings } = comparison;
  const groups = GROUPS.map((group) => ({ group, rows: rowsOf(group, data, comparison, reader) }));
  const features = comparison.features
    .filter(({ isDifferent }) => isDifferent || !data.onlyDifferences)
    .map(({ code, name, values, isDifferent }) => ({
      key: code,
      label: name,
      // Equipment that a dealer does not list is not stated, which is not the same as absent.
      texts: values.map((value) => (value === true ? reader.text('yes') : null)),
      isDifferent,
    }));
  const all = [...groups, { group: 'equipment' as const, rows: features }];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it by keys
    <div className="matrix-frame" tabIndex={0} role="region" aria-label={reader.text('compare.title')}>
      <table className="matrix">
        <thead>
          <tr>
            <td>
              <span className="unseen">{reader.text('compare.field')}</span>
            </td>
            {listings.map((listing, index) => (
              <th key={listing.id} scope="col">
                <Vehicle data={data} comparison={comparison} index={index} reader={reader} />
              </th>
            ))}
          </tr>
        </thead>
        {all
          .filter(({ rows }) => rows.length > 0)
          .map(({ group, rows }) => (
            <tbody key={group}>
              <tr className="matrix-group">
                <th colSpan={listings.length + 1} scope="colgroup">
                  {reader.text(`compare.group.${group}`)}
                </th>
              </tr>
              {rows.map(({ key, label, texts, isDifferent }) => (
                <tr key={key} className={isDifferent && listings.length > 1 ? 'differs' : undefined}>
                  <th scope="row">
                    {label}
                    {isDifferent && listings.length > 1 && (
                      <span className="unseen"> ({reader.text('compare.differs')})</span>
                    )}
                  </th>
                  {texts.map((text, index) => (
                    <td key={listings[index]?.id}>
                      {text ?? <span className="note">{reader.text('compare.none')}</span>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
      </table>
    </div>
  );
}

function Vehicle({
  data,
  comparison,
  index,
  reader,
}: MatrixProps & { readonly index: number }): ReactElement | null {
  const listing = comparison.listings[index];
  if (listing === undefined) return null;
  const { id, title, slug, thumbnail } = listing;
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
    <Fragment>
      <img
        src={thumbnail === null ? `/drawings/${drawing}.svg` : pathOf(thumbnail)}
        width="240"
        height="180"
        alt={thumbnail === null ? reader.text('card.noPhoto') : ''}
      />
      {slug === null ? (
        <>
          <span>{title}</span>
          <span className="note">{reader.text('compare.gone')}</span>
        </>
      ) : (
        <a href={`/${reader.language}/listing/${slug}`}>{title}</a>
      )}
      <PriceWithBasis listing={listing} reader={reader} />
      {data.token === null && (
        <a
          className="remove"
          href={`/${reader.language}${idsAddress(otherIds, data.onlyDifferences)}`}
          aria-label={reader.text('compare.remove', { title })}
          rel="nofollow"
        >
          ✕
        </a>
      )}
    </Fragment>
  );
}

interface Row {
  readonly key: string;
  readonly label: string;
  readonly texts: readonly (string | null)[];
  readonly isDifferent: boolean;
}

function rowsOf(
  group: (typeof GROUPS)[number],
  { onlyDifferences }: ComparePageData,
  { attributes, currency, listings }: Comparison,
  reader: Reader,
): readonly Row[] {
  return attributes
    .filter((row) => row.group === group && !ABOVE.has(row.field) && (row.isDifferent || !onlyDifferences))
    .map(({ field, values, names, isDifferent }) => ({
      key: field,
      label: labelOf(field, reader),
      texts: values.map((value, index) => {
        if (value === null) return null;
        const name = names?.[index];
        if (name !== undefined && name !== null) return name;
        if (field === 'leasing') {
          // An offer is the dealer's, so it stays in the dealer's currency.
          const offer = leasingOf(value, listings[index]?.currency ?? null);
          return offer === null ? null : leasingText(offer, reader);
        }
        if (field === 'year' && typeof value === 'number') return value.toFixed(0);
        return AMOUNTS.has(field) && typeof value === 'number'
          ? reader.money(Math.round(value), currency)
          : valueText(field, value, reader);
      }),
      isDifferent,
    }));
}

/** Fields of the filters have their labels there. */
function labelOf(field: string, reader: Reader): string {
  const named = FILTERED.find((name) => name === field);
  return named === undefined ? reader.field(field) : reader.text(`filter.${named}`);
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

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
