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
export const noticeTexts: TextsByLanguage = {
  en: {
    ...textsOf(en),
    'mails.notice.subject': 'Fifthwheel: {label}',
    'mails.notice.body': 'Hello {name},\n\n{sentence}\n\n{body}',
    'mails.notice.action': '{action}',
    'mails.notice.reason':
      'You are receiving this mail because mails about {label} are switched on in your account.',
    'mails.notice.unsubscribe': 'Unsubscribe from these mails',
    'mails.notice.unsubscribeSource': 'Stop alerts for this search',
    'mails.notice.vehicle.new': 'New on the market',
    'mails.notice.vehicle.cheaper': 'Price reduced from {previousPrice}',
    'mails.notice.vehicle.onRequest': 'Price on request',
    'mails.notice.more': 'And {count} more.',
  },
  de: {
    ...textsOf(de),
    'mails.notice.subject': 'Fifthwheel: {label}',
    'mails.notice.body': 'Guten Tag {name},\n\n{sentence}\n\n{body}',
    'mails.notice.action': '{action}',
    'mails.notice.reason':
      'Sie erhalten diese E-Mail, weil in Ihrem Konto E-Mails zum Thema „{label}“ eingeschaltet sind.',
    'mails.notice.unsubscribe': 'Diese E-Mails abbestellen',
    'mails.notice.unsubscribeSource': 'Treffer dieser Suche abbestellen',
    'mails.notice.vehicle.new': 'Neu auf dem Markt',
    'mails.notice.vehicle.cheaper': 'Preis gesenkt, zuvor {previousPrice}',
    'mails.notice.vehicle.onRequest': 'Preis auf Anfrage',
    'mails.notice.more': 'Und {count} weitere.',
  },
  fr: {
    ...textsOf(fr),
    'mails.notice.subject': 'Fifthwheel : {label}',
    'mails.notice.body': 'Bonjour {name},\n\n{sentence}\n\n{body}',
    'mails.notice.action': '{action}',
    'mails.notice.reason':
      'Vous recevez cet e-mail parce que les e-mails « {label} » sont activés dans votre compte.',
    'mails.notice.unsubscribe': 'Se désabonner de ces e-mails',
    'mails.notice.unsubscribeSource': 'Arrêter les alertes de cette recherche',
    'mails.notice.vehicle.new': 'Nouveau sur le marché',
    'mails.notice.vehicle.cheaper': 'Prix en baisse, auparavant {previousPrice}',
    'mails.notice.vehicle.onRequest': 'Prix sur demande',
    'mails.notice.more': 'Et {count} de plus.',
  },
  nl: {
    ...textsOf(nl),
    'mails.notice.subject': 'Fifthwheel: {label}',
    'mails.notice.body': 'Beste {name},\n\n{sentence}\n\n{body}',
    'mails.notice.action': '{action}',
    'mails.notice.reason':
      'U ontvangt deze e-mail omdat e-mails over “{label}” in uw account zijn ingeschakeld.',
    'mails.notice.unsubscribe': 'Afmelden voor deze e-mails',
    'mails.notice.unsubscribeSource': 'Meldingen van deze zoekopdracht stoppen',
    'mails.notice.vehicle.new': 'Nieuw op de markt',
    'mails.notice.vehicle.cheaper': 'Prijs verlaagd, eerst {previousPrice}',
    'mails.notice.vehicle.onRequest': 'Prijs op aanvraag',
    'mails.notice.more': 'En nog {count}.',
  },
  pl: {
    ...textsOf(pl),
    'mails.notice.subject': 'Fifthwheel: {label}',
    'mails.notice.body': 'Dzień dobry {name},\n\n{sentence}\n\n{body}',
    'mails.notice.action': '{action}',
    'mails.notice.reason':
      'Otrzymujesz tę wiadomość, ponieważ na Twoim koncie włączone są e-maile na temat: {label}.',
    'mails.notice.unsubscribe': 'Zrezygnuj z tych e-maili',
    'mails.notice.unsubscribeSource': 'Wyłącz alerty tego wyszukiwania',
    'mails.notice.vehicle.new': 'Nowość na rynku',
    'mails.notice.vehicle.cheaper': 'Niższa cena, wcześniej {previousPrice}',
    'mails.notice.vehicle.onRequest': 'Cena na zapytanie',
    'mails.notice.more': 'I jeszcze {count}.',
  },
};

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
