import type { UserActor } from '../../platform/actor.ts';
import type { Origin } from '../../platform/audit/audit-log.ts';
import { isoOrNull } from '../../platform/clock.ts';
import { sendNotification } from '../../platform/db/send-notification.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { invalidField, notFound } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { LANGUAGE_PATTERN, SLUG_PATTERN } from '../../platform/http/request/formats.ts';
import { assertMatches } from '../../platform/http/request/version.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { namesIn } from '../../platform/wording.ts';
import {
  addVersion,
  countSlugs,
  findState,
  findVersion,
  listStates,
  listVersions,
  lockState,
  publishVersion,
} from './info-pages.repository.ts';
import { INFO_PAGES_CHANNEL, INFO_PLACEHOLDERS, type InfoPages } from './service.ts';
import { findShipped, SHIPPED, SHIPPED_SLUGS } from './shipped.ts';
import { t } from '../../platform/errors/sentence.ts';

export interface InfoPageText {
  readonly title: string;
  readonly body: string;
}

export interface InfoPageDraft extends InfoPageText {
  readonly slug: string;
  readonly language: string;
  readonly version: number;
  readonly publishedVersion: number;
  readonly publishedAt: string | null;
  readonly writtenBy: string | null;
  readonly writtenAt: string | null;
}

const SLUG = new RegExp(SLUG_PATTERN);
export const SLUG_LENGTH_MAX = 60;
const LANGUAGE = new RegExp(LANGUAGE_PATTERN);
/** Limit of additional pages by the operator, because every page is in memory. */
const OWN_PAGES_MAX = 40;

/**
 * Writing and publishing are two steps: a text is saved as a new version, and readers see it when it is published.
 * Publishing an older version takes a text back; version 0 is what ships, and nothing for pages of an operator's own.
 */
export class InfoPageAdminService extends Service<Platform & { readonly pages: InfoPages }> {
  async list() {
    const states = await listStates(this.parts.db);
    const slugs = [...new Set([...SHIPPED_SLUGS, ...states.map(({ slug }) => slug).toSorted()])];
    return slugs.map((slug) => ({
      slug,
      ships: SHIPPED_SLUGS.includes(slug),
      languages: languagesOf(slug, states).map((language) => {
        const state = states.find((candidate) => candidate.slug === slug && candidate.language === language);
        return {
          language,
          title: state?.title ?? findShipped(slug, language)?.title ?? '',
          version: state?.version ?? 0,
          publishedVersion: state?.published_version ?? 0,
          publishedAt: isoOrNull(state?.published_at),
        };
      }),
    }));
  }

  /** The newest text, which readers may not see yet; without `version`. */
  async get(slug: string, language: string, version?: number): Promise<InfoPageDraft> {
    const { db } = this.parts;
    const state = await findState(db, slug, language);
    const wanted = version ?? state?.version ?? 0;
    const row = wanted === 0 ? undefined : await findVersion(db, slug, language, wanted);
    const text = row ?? (wanted === 0 ? shippedText(slug, language) : undefined);
    if (text === undefined) throw notFound('info page');
    return {
      slug,
      language,
      title: text.title,
      body: text.body,
      version: wanted,
      publishedVersion: state?.published_version ?? 0,
      publishedAt: isoOrNull(state?.published_at),
      writtenBy: row?.written_by ?? null,
      writtenAt: isoOrNull(row?.written_at),
    };
  }

  async write(
    actor: UserActor,
    place: { readonly slug: string; readonly language: string },
    text: InfoPageText,
    { ifMatch, ...origin }: Origin & { readonly ifMatch: string | null },
  ): Promise<InfoPageDraft> {
    const { slug, language } = place;
    assertPlace(slug, language);
    assertPlaceholders(text.body);
    const { db, clock, audit } = this.parts;
    await inTransaction(db, async (trx) => {
      const state = await lockState(trx, slug, language);
      if (!SHIPPED_SLUGS.includes(slug) && (await countSlugs(trx)) > OWN_PAGES_MAX + SHIPPED_SLUGS.length)
        throw invalidField('slug', t('would exceed the limit of {max} custom pages', { max: OWN_PAGES_MAX }));
      assertMatches(state, ifMatch, 'page');
      const version = state.version + 1;
      await addVersion(trx, { slug, language, version, ...text, writtenBy: actor.userId, now: clock.now() });
      await audit.record(trx, {
        actor,
        action: 'info_page.written',
        subject: { type: 'info_page', id: `${slug}/${language}` },
        before: { version: state.version },
        after: { version, title: text.title },
        origin,
      });
    });
    return this.get(slug, language);
  }

  async publish(
    actor: UserActor,
    place: { readonly slug: string; readonly language: string },
    version: number,
    origin: Origin,
  ): Promise<InfoPageDraft> {
    const { slug, language } = place;
    assertPlace(slug, language);
    const { db, clock, audit } = this.parts;
    await inTransaction(db, async (trx) => {
      if (version > 0 && (await findVersion(trx, slug, language, version)) === undefined)
        throw invalidField('version', t('is not a version of this page'));
      const isKnown =
        shippedText(slug, language) !== undefined || (await findState(trx, slug, language)) !== undefined;
      if (!isKnown) throw notFound('info page');
      const state = await lockState(trx, slug, language);
      await publishVersion(trx, { slug, language, version, now: clock.now() });
      await sendNotification(trx, INFO_PAGES_CHANNEL);
      await audit.record(trx, {
        actor,
        action: 'info_page.published',
        subject: { type: 'info_page', id: `${slug}/${language}` },
        before: { publishedVersion: state.published_version },
        after: { publishedVersion: version },
        origin,
      });
    });
    await this.parts.pages.reload();
    return this.get(slug, language);
  }

  async history(slug: string, language: string, page: Page) {
    if (!isPlace(slug, language)) throw notFound('info page');
    return listVersions(this.parts.db, slug, language, page);
  }
}

function languagesOf(slug: string, states: readonly { slug: string; language: string }[]): string[] {
  const shipped = Object.keys(SHIPPED).filter((language) => findShipped(slug, language) !== undefined);
  const written = states.filter((state) => state.slug === slug).map(({ language }) => language);
  return [...new Set([...shipped, ...written])];
}

/** A custom page, and a language without a built-in text, start empty. */
function shippedText(slug: string, language: string): InfoPageText | undefined {
  return isPlace(slug, language) ? findShipped(slug, language) : undefined;
}

function isPlace(slug: string, language: string): boolean {
  return SLUG.test(slug) && slug.length <= SLUG_LENGTH_MAX && LANGUAGE.test(language);
}

function assertPlace(slug: string, language: string): void {
  if (!SLUG.test(slug) || slug.length > SLUG_LENGTH_MAX)
    throw invalidField('slug', t('must be lower-case words joined by hyphens, such as delivery-terms'));
  if (!LANGUAGE.test(language))
    throw invalidField('language', t('must be a two-letter language code, such as en'));
}

function assertPlaceholders(body: string): void {
  const known: readonly string[] = INFO_PLACEHOLDERS;
  const unknown = namesIn(body).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw invalidField(
      'body',
      t('does not have the placeholder {{name}}; it has {names}', {
        name: unknown,
        names: known.map((name) => `{${name}}`).join(', '),
      }),
    );
}
