import type { ReactElement, ReactNode } from 'react';
import { withCachedMarkup } from '../kept-markup.ts';
import { LOCALES } from '../texts/languages.ts';
import { LANGUAGES, type Language, type Reader } from '../texts/reader.ts';
import type { Assets } from './assets.ts';
import { Footer, type InfoLink } from './footer.tsx';
import { HeartForm } from '../ui/heart.tsx';
import { Icon } from '../ui/icon.tsx';
import { plainPath } from '../prices/kept-links.ts';
import { type PriceOffer, UnknownCurrency } from './currency.tsx';
import { ViewBar } from '../ui/view-bar.tsx';
import { Header, type NavCategory } from './header.tsx';

/** Metadata of a page. */
export interface PageHead {
  readonly title: string;
  readonly description?: string | undefined;
  /** Path without the language, and query: `/search?brand=daf`. */
  readonly path: string;
  /** Whether search engines must not list the page. */
  readonly unlisted?: boolean;
  readonly image?: string | undefined;
  /** Structured data as schema.org objects. */
  readonly structured?: readonly Readonly<Record<string, unknown>>[];
  /** The text in the search box, and the category that is shown. */
  readonly q?: string | undefined;
  readonly category?: string | undefined;
  /** Slug of the category to which a search from this page is limited by default. */
  readonly within?: string | undefined;
  /** Whether the page begins with an image that extends under the header. */
  readonly hasHero?: boolean | undefined;
  /** Whether results with the ID `results` follow many filters, which a link then skips. */
  readonly hasResults?: boolean | undefined;
  /** Seconds after which the browser reloads the page. */
  readonly refresh?: number | undefined;
}

export interface Frame {
  readonly reader: Reader;
  readonly assets: Assets;
  readonly baseUrl: string;
  readonly categories: readonly NavCategory[];
  readonly info: readonly InfoLink[];
  /** null on pages whose address does not say how prices are shown. */
  readonly prices: PriceOffer | null;
}

export function Document({
  head,
  frame,
  children,
}: {
  head: PageHead;
  frame: Frame;
  children?: ReactNode;
}): ReactElement {
  const { reader, assets, baseUrl, prices } = frame;
  const { language } = reader;
  const path = prices === null ? head.path : plainPath(head.path);
  const addressIn = (pageLanguage: Language): string => `${baseUrl}/${pageLanguage}${path}`;
  const title =
    head.path === '/'
      ? `${reader.text('site.name')}: ${reader.text('site.claim')}`
      : `${head.title} | ${reader.text('site.name')}`;
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {head.description !== undefined && <meta name="description" content={head.description} />}
        {head.unlisted === true ? (
          <meta name="robots" content="noindex,follow" />
        ) : (
          <>
            <link rel="canonical" href={addressIn(language)} />
            {LANGUAGES.map((other) => (
              <link key={other} rel="alternate" hrefLang={other} href={addressIn(other)} />
            ))}
            <link rel="alternate" hrefLang="x-default" href={addressIn(LANGUAGES[0])} />
          </>
        )}
        {head.refresh !== undefined && <meta httpEquiv="refresh" content={String(head.refresh)} />}
        <meta property="og:title" content={head.title} />
        <meta property="og:site_name" content={reader.text('site.name')} />
        <meta property="og:type" content="website" />
        <meta property="og:locale" content={openGraphLocale(language)} />
        {LANGUAGES.filter((other) => other !== language).map((other) => (
          <meta key={other} property="og:locale:alternate" content={openGraphLocale(other)} />
        ))}
        {head.description !== undefined && <meta property="og:description" content={head.description} />}
        {head.image !== undefined && <meta property="og:image" content={`${baseUrl}${head.image}`} />}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#0e1a23" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <link rel="stylesheet" href={assets.style} />
        <script type="module" src={assets.script} />
        {head.structured?.map((object, index) => (
          <StructuredData key={index} object={object} />
        ))}
      </head>
      <body>
        <a className="skip" href="#content">
          {reader.text('nav.skip')}
        </a>
        {head.hasResults === true && (
          <a className="skip" href="#results">
            {reader.text('nav.skipResults')}
          </a>
        )}
        <KeptViewBar reader={reader} />
        <Header
          reader={reader}
          categories={frame.categories}
          q={head.q ?? ''}
          within={head.within}
          current={head.category}
          path={head.path}
          isOverHero={head.hasHero === true}
          prices={prices}
        />
        <main id="content" tabIndex={-1}>
          {prices !== null && <UnknownCurrency choice={prices.choice} reader={reader} />}
          {children}
        </main>
        <Footer reader={reader} path={head.path} categories={frame.categories} info={frame.info} />
        <KeptCompareBar reader={reader} />
        <KeptHeartForm reader={reader} />
      </body>
    </html>
  );
}

const openGraphLocale = (language: Language): string => LOCALES[language].replace('-', '_');

const KeptViewBar = withCachedMarkup(({ reader }) => ViewBar({ reader, view: null }));

const KeptHeartForm = withCachedMarkup(({ reader }) => HeartForm({ reader }));

const KeptCompareBar = withCachedMarkup(({ reader }) => (
  <aside
    className="tray"
    hidden
    aria-label={reader.text('compare.title')}
    data-compare-bar=""
    data-full={reader.text('compare.full')}
    data-free={reader.text('compare.free')}
    data-remove={reader.text('compare.remove', { title: '{title}' })}
  >
    <div className="wrap">
      <ol />
      <span className="note" role="status" />
      <button type="button" className="plain wide-only">
        {reader.text('compare.clear')}
      </button>
      <a className="button" href={`/${reader.language}/inquiries`} rel="nofollow" data-to="2">
        <Icon name="message" />
        <span className="hush">{reader.text('compare.writeAll')}</span>
      </a>
      <a className="button main" href={`/${reader.language}/compare`} rel="nofollow" data-to="1">
        <Icon name="scale" />
        {reader.text('listing.compare')} <span className="number" />
      </a>
    </div>
    <template>
      <Icon name="x" small />
    </template>
  </aside>
));

/** Inert data for search engines; `<` is escaped, so nothing in it can end the element. */
function StructuredData({ object }: { object: Readonly<Record<string, unknown>> }): ReactElement {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...object }).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
