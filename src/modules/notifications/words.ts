import { MAIL_LANGUAGES } from '../../platform/mail/mail-languages.ts';
import { chooseLanguage } from '../../platform/http/request/languages.ts';
import type { NoticeType } from '../../platform/notices.ts';
import { NOTICE_TYPES } from './notice-types.ts';
import { filled, type TextsByLanguage, type Wording } from '../../platform/wording.ts';
import { Facts, Placeholders } from './facts.ts';
import { de } from './phrases/de.ts';
import { en } from './phrases/en.ts';
import { fr } from './phrases/fr.ts';
import { nl } from './phrases/nl.ts';
import { pl } from './phrases/pl.ts';
import type { Phrase, Phrases } from './phrases/phrases.ts';
import type { NoticeData } from './tables.ts';

const PHRASES: Readonly<Record<(typeof MAIL_LANGUAGES)[number], Phrases>> = { en, de, fr, nl, pl };

/** The phrases of a user's language; English for languages without any. */
export function phrasesIn(language: string): Phrases {
  return PHRASES[chooseLanguage([language.toLowerCase()], MAIL_LANGUAGES, 'en')];
}

/** The word that cards show beside a price; empty if its basis is not known. */
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

/** The administrators' text for a notice, else what the phrases make of its data. */
export function wordsOf(
  notice: { readonly type: NoticeType; readonly data: NoticeData },
  language: string,
  wording: Wording,
): NoticeWords {
  const phrases = phrasesIn(language);
  const facts = new Facts(
    notice.data,
    phrases.locale,
    wording.timeZone,
    priceBasisIn(language, wording, notice.data['vatDeductible']),
  );
  const words = saidBy(phrases.notices[notice.type], facts);
  const edited = (part: keyof NoticeWords): string => {
    const text = wording.edited([language], keyOf(notice.type, part));
    return text === null ? words[part] : filled(text, facts.values);
  };
  return { title: edited('title'), body: edited('body'), action: edited('action'), label: edited('label') };
}

/** The texts that administrators may edit. Phrases that depend on their data are shown in one form. */
export const noticeTexts: TextsByLanguage = Object.fromEntries(
  MAIL_LANGUAGES.map((language) => [language, textsOf(PHRASES[language])]),
);

function saidBy(phrase: Phrase, facts: Facts): NoticeWords {
  return { title: phrase.title(facts), body: phrase.body(facts), action: phrase.action, label: phrase.label };
}

function textsOf(phrases: Phrases): Record<string, string> {
  const placeholders = new Placeholders();
  const entries = NOTICE_TYPES.flatMap((type) =>
    Object.entries(saidBy(phrases.notices[type], placeholders)).map(
      ([part, text]) => [keyOf(type, part), text] as const,
    ),
  );
  return Object.fromEntries(entries);
}

function keyOf(type: NoticeType, part: string): string {
  return `notices.${type}.${part}`;
}
