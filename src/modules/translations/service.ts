import type { UserActor } from '../../platform/actor.ts';
import type { Origin } from '../../platform/audit/audit-log.ts';
import { NotifiedCopy } from '../../platform/db/notified-copy.ts';
import { sendNotification } from '../../platform/db/send-notification.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import {
  type ErrorDetail,
  invalidField,
  invalidFields,
  PROBLEMS_MAX,
} from '../../platform/errors/app-error.ts';
import { LANGUAGE_PATTERN } from '../../platform/http/request/formats.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { type EditedText, namesIn } from '../../platform/wording.ts';
import { type NamedSubject, type Taxonomy, writeTaxonomyNames } from '../taxonomy/index.ts';
import { listLanguages, listTexts, listTextsBelow, writeText } from './translations.repository.ts';
import { type Message, t } from '../../platform/errors/sentence.ts';
import { ERROR_CATALOGUE } from '../../platform/errors/catalogue.ts';
import { shippedTexts } from '../../platform/shipped-texts.ts';

const BUILT_IN_LANGUAGES = ['en', 'de'] as const;

/** Texts by key for any marketplace interface, besides our own; the English of errors is their message catalog. */
function builtInTexts(language: string): Readonly<Record<string, string>> {
  const texts = shippedTexts('interface')[language] ?? {};
  if (language !== 'en') return texts;
  const errors = Object.entries(ERROR_CATALOGUE).map(([code, { when }]) => [`errors.${code}`, when] as const);
  return { ...texts, ...Object.fromEntries(errors) };
}

export type Texts = Readonly<Record<string, string>>;
type Entries = Readonly<Record<string, string | null>>;
/** Either the exported form of texts or the form read back. */
export interface TextsInput {
  readonly entries?: Entries;
  readonly texts?: Entries;
}

const CHANNEL = 'fifthwheel_translations';
/** Areas whose texts the server itself uses. */
const SPOKEN = ['errors', 'mails', 'notices', 'refusals', 'ui', 'fields', 'values'] as const;
const KEY = /^[a-z]+(\.[A-Za-z0-9_:-]+)+$/;
const LANGUAGE = new RegExp(LANGUAGE_PATTERN);
export const KEY_LENGTH_MAX = 120;
export const TEXT_LENGTH_MAX = 2000;
export const ENTRIES_MAX = 5000;

/**
 * Texts by key and language: what ships, what administrators have changed or added, and the names of categories and
 * features. Those are read from and written to the taxonomy, so that each name has one place.
 */
export class Translations extends Service<Platform & { readonly taxonomy: Taxonomy }> {
  readonly #edited = new NotifiedCopy<readonly EditedText[]>(this.parts, {
    channel: CHANNEL,
    initial: [],
    read: () => this.#readEdited(),
  });

  constructor(parts: Platform & { readonly taxonomy: Taxonomy }) {
    super(parts);
    this.#edited.onChange((texts) => parts.wording.replaceEdited(texts));
  }

  start(): Promise<void> {
    return this.#edited.start();
  }

  reload(): Promise<void> {
    return this.#edited.reload();
  }

  async #readEdited(): Promise<readonly EditedText[]> {
    return listTextsBelow(this.parts.db, SPOKEN);
  }

  /** The texts of the interfaces, without those of emails, notifications and errors, which only the server uses. */
  async publicTexts(language: string): Promise<Texts> {
    const texts = Object.entries(await this.texts(language));
    return Object.fromEntries(texts.filter(([key]) => !/^(?:mails|notices|refusals)\./.test(key)));
  }

  /** All texts of the language, by key. */
  async texts(language: string): Promise<Texts> {
    const rows = await listTexts(this.parts.db, language);
    const all = {
      ...builtInTexts(language),
      ...this.parts.wording.builtIn(language),
      ...this.#taxonomyTexts(language),
      ...Object.fromEntries(rows.map((row) => [row.key, row.text])),
    };
    return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Every language with its share of the keys that English has. */
  async languages() {
    const rows = await listLanguages(this.parts.db);
    const taxonomyLanguages = this.parts.taxonomy.current.categories.flatMap((category) =>
      Object.keys(category.names),
    );
    const codes = [
      ...new Set<string>([...BUILT_IN_LANGUAGES, ...taxonomyLanguages, ...rows.map((row) => row.language)]),
    ].toSorted();
    const english = Object.keys(await this.texts('en'));
    return Promise.all(
      codes.map(async (language) => {
        const texts = await this.texts(language);
        const translated = english.filter((key) => key in texts).length;
        return { language, keys: Object.keys(texts).length, missing: english.length - translated };
      }),
    );
  }

  /** Keys of English that the language lacks, with the English text to translate from. */
  async missing(language: string): Promise<Texts> {
    const [english, texts] = [await this.texts('en'), await this.texts(language)];
    return Object.fromEntries(Object.entries(english).filter(([key]) => !(key in texts)));
  }

  /**
   * Writes texts, all or none, and returns how many changed. null restores the shipped text, or removes the key. A
   * text that is unchanged is skipped, so that re-importing an export does not turn shipped texts into edits.
   */
  async write(actor: UserActor, language: string, input: TextsInput, origin: Origin): Promise<number> {
    const entries = this.#validEntries(language, input);
    const { db, clock, audit } = this.parts;
    const before = await this.texts(language);
    const changes = Object.entries(entries).filter(([key, text]) => text === null || text !== before[key]);
    if (changes.length === 0) return 0;
    await inTransaction(db, async (trx) => {
      const now = clock.now();
      const names = changes.flatMap(([key, text]) => {
        const subject = taxonomySubjectOf(key);
        return subject === null ? [] : [{ subject, text }];
      });
      // Called even without names, because its lock serializes edits of texts.
      await writeTaxonomyNames(trx, this.parts.taxonomy.reindexing, language, names);
      for (const [key, text] of changes) {
        if (taxonomySubjectOf(key) === null)
          await writeText(trx, { key, language, text, updatedBy: actor.userId, now });
      }
      await sendNotification(trx, CHANNEL);
      await audit.record(trx, {
        actor,
        action: 'translations.changed',
        subject: { type: 'language', id: language },
        before: Object.fromEntries(changes.map(([key]) => [key, before[key] ?? null])),
        after: Object.fromEntries(changes),
        origin,
      });
    });
    await Promise.all([this.parts.taxonomy.refresh(), this.reload()]);
    return changes.length;
  }

  #taxonomyTexts(language: string): Record<string, string> {
    const texts: Record<string, string> = {};
    for (const { slug, names } of this.parts.taxonomy.current.categories)
      if (names[language] !== undefined) texts[`categories.${slug}`] = names[language];
    for (const { code, names } of this.parts.taxonomy.current.features)
      if (names[language] !== undefined) texts[`features.${code}`] = names[language];
    return texts;
  }

  #validEntries(language: string, input: TextsInput): Entries {
    const name = input.entries === undefined ? 'texts' : 'entries';
    const entries = input[name];
    if (entries === undefined) throw invalidField('entries', t('is required unless texts is given'));
    if (input.entries !== undefined && input.texts !== undefined)
      throw invalidField('texts', t('cannot be combined with entries'));
    const problems: ErrorDetail[] = [];
    if (!LANGUAGE.test(language))
      problems.push({ field: 'language', message: t('must be a two-letter language code, such as en') });
    for (const [key, text] of Object.entries(entries)) {
      const problem = this.#problemOf(key, text, language);
      if (problem !== null) problems.push({ field: `${name}.${key}`, message: problem });
      if (problems.length > PROBLEMS_MAX) break;
    }
    if (problems.length > 0) throw invalidFields(problems);
    return entries;
  }

  /** Finds a placeholder that has no value and would appear in every email. */
  #unknownPlaceholder(key: string, text: string): Message | null {
    // Notifications share most of their placeholders: a title, a price, a reason. A subject may only use its own,
    // because it must not contain text by other users.
    const isSubject = /^mails\.\w+\.subject$/.test(key);
    const ofMail = isSubject ? key : key.slice(0, key.lastIndexOf('.') + 1);
    const area = key.startsWith('notices.')
      ? 'notices.'
      : TEXT_OF_ITS_OWN.test(key)
        ? withoutPlural(key)
        : ofMail;
    const known = area === 'errors.' ? ERROR_PLACEHOLDERS : this.parts.wording.placeholdersIn(area);
    const unknown = known === null ? undefined : namesIn(text).find((name) => !known.includes(name));
    if (unknown === undefined) return null;
    const names = (known ?? []).map((each) => `{${each}}`).join(', ');
    return names === ''
      ? t('does not have the placeholder {{name}}; it has none', { name: unknown })
      : t('does not have the placeholder {{name}}; it has {names}', { name: unknown, names });
  }

  #problemOf(key: string, text: string | null, language: string): Message | null {
    if (!KEY.test(key)) return t('is not a key such as ui.search');
    if (text !== null && (text.trim() === '' || text.length > TEXT_LENGTH_MAX))
      return t('must have 1 to {max} characters', { max: TEXT_LENGTH_MAX });
    const unknown = text === null ? null : this.#unknownPlaceholder(key, text);
    if (unknown !== null) return unknown;
    const subject = taxonomySubjectOf(key);
    if (subject === null) return null;
    const { current } = this.parts.taxonomy;
    if (subject.kind === 'category' && current.categories.every((category) => category.slug !== subject.name))
      return t('is not a category');
    if (subject.kind === 'feature' && current.feature(subject.name) === undefined)
      return t('is not a feature');
    if (text === null && language === 'en')
      return t('cannot be removed because English is the fallback of all other languages');
    return null;
  }
}

/** Texts of pages and errors: each has its own values, which its plural forms share. */
const TEXT_OF_ITS_OWN = /^(?:ui|fields|values|refusals)\./;
const withoutPlural = (key: string): string => key.replace(/\.(?:zero|one|two|few|many|other)$/, '');

/** Edited error texts have one placeholder: the built-in message. */
const ERROR_PLACEHOLDERS = ['message'];

/** The category or feature that a key names; null for a text that is kept here. */
function taxonomySubjectOf(key: string): NamedSubject | null {
  const [area, ...rest] = key.split('.');
  if (area === 'categories') return { kind: 'category', name: rest.join('.') };
  if (area === 'features') return { kind: 'feature', name: rest.join('.') };
  return null;
}
