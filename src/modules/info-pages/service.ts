import { NotifiedCopy } from '../../platform/db/notified-copy.ts';
import type { Platform } from '../../platform/module.ts';
import { fillPlaceholders, type Values } from '../../platform/wording.ts';
import type { Settings } from '../settings/index.ts';
import { listPublished } from './info-pages.repository.ts';
import { findShipped, SHIPPED, SHIPPED_SLUGS } from './shipped.ts';

export interface InfoPage {
  readonly slug: string;
  /** Language of the text; a fallback if the page is not available in the requested language. */
  readonly language: string;
  readonly title: string;
  /** Markdown, with its placeholders filled in. */
  readonly body: string;
  /** Null for a text that ships. */
  readonly publishedAt: string | null;
}

export interface InfoLink {
  readonly slug: string;
  readonly title: string;
  readonly language: string;
}

interface Text {
  readonly language: string;
  readonly title: string;
  readonly body: string;
  readonly publishedAt: Date | null;
}

export const INFO_PAGES_CHANNEL = 'fifthwheel_info_pages';
const LAST_LANGUAGE = 'en';

/**
 * Information pages, kept in memory because each page links to them. A text that the operator has published in any
 * language precedes the shipped ones: an imprint in another language is accurate, and a shipped one is a placeholder.
 */
export class InfoPages {
  readonly #settings: Settings;
  readonly #published: NotifiedCopy<ReadonlyMap<string, readonly Text[]>>;
  readonly #links = new Map<string, readonly InfoLink[]>();

  constructor(platform: Platform, settings: Settings) {
    this.#settings = settings;
    this.#published = new NotifiedCopy<ReadonlyMap<string, readonly Text[]>>(platform, {
      channel: INFO_PAGES_CHANNEL,
      initial: new Map(),
      read: async () => bySlug(await listPublished(platform.db)),
    });
    this.#published.onChange(() => this.#links.clear());
  }

  start(): Promise<void> {
    return this.#published.start();
  }

  reload(): Promise<void> {
    return this.#published.reload();
  }

  find(slug: string, languages: readonly string[]): InfoPage | null {
    const text = this.#choose(slug, languages);
    if (text === null) return null;
    const { language, title, body, publishedAt } = text;
    return {
      slug,
      language,
      title,
      body: filledLines(body, this.#values(language)),
      publishedAt: publishedAt?.toISOString() ?? null,
    };
  }

  /** Shipped pages first, in their order. Returns the same array until something changes. */
  links(asked: string): readonly InfoLink[] {
    const [base = ''] = asked.split('-');
    // Clients may name any language; keep only languages that have a text.
    const language = this.#hasTextsIn(base) ? base : LAST_LANGUAGE;
    const known = this.#links.get(language);
    if (known !== undefined) return known;
    const ownSlugs = [...this.#published.current.keys()]
      .filter((slug) => !SHIPPED_SLUGS.includes(slug))
      .toSorted();
    const links = [...SHIPPED_SLUGS, ...ownSlugs].flatMap((slug) => {
      const text = this.#choose(slug, [language]);
      return text === null ? [] : [{ slug, title: text.title, language: text.language }];
    });
    this.#links.set(language, links);
    return links;
  }

  #hasTextsIn(language: string): boolean {
    if (Object.hasOwn(SHIPPED, language)) return true;
    return [...this.#published.current.values()].some((texts) =>
      texts.some((text) => text.language === language),
    );
  }

  #choose(slug: string, languages: readonly string[]): Text | null {
    const wanted = [...new Set(languages.map((tag) => tag.split('-')[0] ?? '')), LAST_LANGUAGE];
    const published = this.#published.current.get(slug) ?? [];
    for (const language of wanted) {
      const text = published.find((candidate) => candidate.language === language);
      if (text !== undefined) return text;
    }
    if (published[0] !== undefined) return published[0];
    for (const language of wanted) {
      const text = findShipped(slug, language);
      if (text !== undefined) return { ...text, language, publishedAt: null };
    }
    return null;
  }

  #values(language: string): Values {
    const country = this.#settings.get('billing.sellerCountry');
    return {
      operator: this.#settings.get('billing.sellerName'),
      address: this.#settings.get('billing.sellerAddress').join('  \n'),
      country: new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country,
      vatId: this.#settings.get('billing.sellerVatId'),
      email: this.#settings.get('site.contactEmail'),
    };
  }
}

/** Placeholders that a text can contain in braces. */
export const INFO_PLACEHOLDERS = ['operator', 'address', 'country', 'vatId', 'email'] as const;

/** Fills in placeholders. Omits a line whose placeholders are all empty, and a section without any other line. */
function filledLines(body: string, values: Values): string {
  return body
    .split(/^(?=## )/m)
    .map((section) => {
      const lines = section.split('\n');
      const filledIn = lines.filter((line) => hasValues(line, values));
      const isEmptied = filledIn.length < lines.length && filledIn.slice(1).join('').trim() === '';
      return isEmptied ? '' : filledIn.map((line) => fillPlaceholders(line, values)).join('\n');
    })
    .join('');
}

function hasValues(line: string, values: Values): boolean {
  const names = INFO_PLACEHOLDERS.filter((name) => line.includes(`{${name}}`));
  return names.length === 0 || names.some((name) => values[name] !== '');
}

function bySlug(rows: Awaited<ReturnType<typeof listPublished>>): Map<string, Text[]> {
  const pages = new Map<string, Text[]>();
  for (const { slug, language, title, body, published_at: publishedAt } of rows) {
    const texts = pages.get(slug) ?? [];
    texts.push({ language, title, body, publishedAt });
    pages.set(slug, texts);
  }
  return pages;
}
