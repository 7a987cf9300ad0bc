import { MAIL_LANGUAGES } from '../../platform/mail/mail-languages.ts';
import { chooseLanguage } from '../../platform/http/request/languages.ts';
import type { NoticeType } from '../../platform/notices.ts';
import { shippedTexts } from '../../platform/shipped-texts.ts';
import {
  fillPlaceholders,
  namesIn,
  type TextsByLanguage,
  type Values,
  type Wording,
} from '../../platform/wording.ts';
import { Facts, PLACEHOLDERS } from './facts.ts';
import type { NoticeText } from './generated/text-keys.ts';
import { NOTICE_TYPES, noticeRowOf } from './notice-types.ts';
import type { NoticeData } from './tables.ts';

type Language = (typeof MAIL_LANGUAGES)[number];

const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  nl: 'nl-NL',
  pl: 'pl-PL',
};

function languageOf(tag: string): Language {
  return chooseLanguage([tag.toLowerCase()], MAIL_LANGUAGES, 'en');
}

/** The locale of a user's language; of English for languages without texts. */
export function localeOf(language: string): string {
  return LOCALES[languageOf(language)];
}

/** A text of the catalog in the best language; English until it is translated. */
export function shippedText(language: string, key: NoticeText, values: Values = {}): string {
  const texts = shippedTexts('notifications');
  return fillPlaceholders(texts[languageOf(language)]?.[key] ?? texts['en']?.[key] ?? '', values);
}

/** Label next to a price on cards; empty if its basis is unknown. */
export function priceBasisIn(language: string, wording: Wording, isNet: unknown): string {
  if (typeof isNet !== 'boolean') return '';
  return wording.find([language], isNet ? 'ui.card.net' : 'ui.card.gross')?.text ?? '';
}

export interface NoticeWords {
  readonly title: string;
  readonly body: string;
  readonly action: string;
  readonly label: string;
}

/** Returns the administrators' text for a notification, or else the sentences that its row chooses for its data. */
export function wordsOf(
  notice: { readonly type: NoticeType; readonly data: NoticeData },
  language: string,
  wording: Wording,
): NoticeWords {
  const facts = new Facts(notice.data, noticeRowOf(notice.type).values, {
    locale: localeOf(language),
    timeZone: wording.timeZone,
    priceBasis: priceBasisIn(language, wording, notice.data['vatDeductible']),
  });
  const words = render(notice.type, facts, language);
  const edited = (part: keyof NoticeWords): string => {
    const text = wording.edited([language], keyOf(notice.type, part));
    return text === null ? words[part] : fillPlaceholders(text, facts.values);
  };
  return { title: edited('title'), body: edited('body'), action: edited('action'), label: edited('label') };
}

/** The texts that administrators may edit, each in its fullest form, and the names of types in preferences. */
export function noticeTexts(): TextsByLanguage {
  return Object.fromEntries(
    MAIL_LANGUAGES.map((language) => {
      const entries = NOTICE_TYPES.flatMap((type) => {
        const words = Object.entries(render(type, PLACEHOLDERS, language));
        return [
          ...words.map(([part, text]) => [keyOf(type, part), text] as const),
          [`values.notice.${type}`, shippedText(language, `values.notice.${type}`)] as const,
        ];
      });
      return [language, Object.fromEntries(entries)];
    }),
  );
}

function render(
  type: NoticeType,
  facts: Pick<Facts, 'has' | 'number' | 'code' | 'display'>,
  language: string,
) {
  const row = noticeRowOf(type);
  const sentence = (name: string): string => {
    const text = shippedText(
      language,
      (name.startsWith('shared.') ? `notices.${name}` : `notices.${type}.${name}`) as NoticeText,
    );
    return fillPlaceholders(text, Object.fromEntries(namesIn(text).map((value) => [value, valueOf(value)])));
  };
  const valueOf = (name: string): string => {
    const missing = row.missing[name];
    return missing === undefined || facts.has(name)
      ? facts.display(name)
      : shippedText(language, `notices.missing.${missing}`);
  };
  const sentences = (chosen: string | readonly (string | null)[]): string =>
    [chosen]
      .flat()
      .flatMap((name) => (name === null ? [] : sentence(name)))
      .join(' ');
  return {
    title: sentences(row.title(facts)),
    body: sentences(row.body(facts)),
    action: shippedText(language, `notices.${type}.action`),
    label: shippedText(language, `notices.${type}.label`),
  };
}

function keyOf(type: NoticeType, part: string): string {
  return `notices.${type}.${part}`;
}
