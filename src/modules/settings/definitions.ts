import { type Static, type TSchema, Type } from 'typebox';
import { SLUG_PATTERN } from '../../platform/http/request/formats.ts';
import { Literals, MapOf } from '../../platform/http/schemas.ts';
import { VAT_COUNTRIES } from './vat-rates.ts';

interface SettingDefinition<S extends TSchema> {
  readonly schema: S;
  readonly default: Static<S>;
  /** By language. */
  readonly description: { readonly en: string; readonly de: string };
}

function setting<S extends TSchema>(definition: SettingDefinition<S>): SettingDefinition<S> {
  return definition;
}

/** Euro reference rates of the European Central Bank, rounded; administrators import newer ones. */
const DEFAULT_RATES = {
  AUD: 1.66,
  BGN: 1.9558,
  BRL: 6.2,
  CAD: 1.51,
  CHF: 0.94,
  CNY: 7.85,
  CZK: 25.1,
  DKK: 7.46,
  GBP: 0.84,
  HUF: 395,
  ILS: 4.0,
  INR: 91,
  JPY: 163,
  NOK: 11.6,
  NZD: 1.82,
  PLN: 4.28,
  RON: 4.97,
  RSD: 117,
  SEK: 11.4,
  TRY: 37,
  UAH: 43.5,
  USD: 1.08,
  ZAR: 19.8,
};

const TIME_ZONES: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];
const CURRENCIES_MAX = 300;
const SEARCH_WORDS_MAX = 500;

/** All settings, with their schema, default and description. */
export const SETTINGS = {
  'auth.requireVerifiedEmail': setting({
    schema: Type.Boolean(),
    default: false,
    description: {
      en: 'Require a verified email address for publishing and for sending messages.',
      de: 'Zum Veröffentlichen und zum Senden von Nachrichten eine bestätigte E-Mail-Adresse verlangen.',
    },
  }),
  'auth.refuseCommonPasswords': setting({
    schema: Type.Boolean(),
    default: true,
    description: {
      en: 'Reject new passwords that are among the most common ones, even if they satisfy the rule.',
      de: 'Neue Passwörter ablehnen, die zu den häufigsten gehören, auch wenn sie die Regel erfüllen.',
    },
  }),
  'auth.sessionDaysMax': setting({
    schema: Type.Integer({ minimum: 1, maximum: 3650 }),
    default: 365,
    description: {
      en: 'Maximum duration of a session in days, however often it is renewed.',
      de: 'Höchstdauer einer Sitzung in Tagen, auch wenn sie immer wieder erneuert wird.',
    },
  }),
  'auth.phoneCodesPerDayMax': setting({
    schema: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    default: 1000,
    description: {
      en: 'Maximum number of text messages with codes for all accounts together per day (UTC). Each one costs money, even if a stranger requests it.',
      de: 'Höchstzahl der SMS mit Codes für alle Konten zusammen pro Tag (UTC). Jede kostet Geld, auch wenn ein Fremder sie anfordert.',
    },
  }),
  'listings.moderation': setting({
    schema: Literals(['auto', 'manual', 'first_listing']),
    default: 'auto',
    description: {
      en: 'auto: a complete listing goes live when published. manual: an administrator approves each listing. first_listing: only listings of dealers without an approved listing wait for approval.',
      de: 'auto: Ein vollständiges Inserat ist nach dem Veröffentlichen sofort sichtbar. manual: Ein Administrator gibt jedes frei. first_listing: Nur die Inserate von Händlern, die noch kein freigegebenes haben, warten auf die Freigabe.',
    },
  }),
  'listings.soldReopenDays': setting({
    schema: Type.Integer({ minimum: 0, maximum: 365 }),
    default: 30,
    description: {
      en: 'Number of days during which a sold listing can be relisted.',
      de: 'Zahl der Tage, in denen ein verkauftes Inserat wieder angeboten werden kann.',
    },
  }),
  'listings.leastPriceDrop': setting({
    schema: Type.Object({
      percent: Type.Number({ minimum: 0, maximum: 100 }),
      euros: Type.Number({ minimum: 0, maximum: 1e9 }),
    }),
    default: { percent: 3, euros: 100 },
    description: {
      en: 'Users who saved the vehicle or a matching search are notified of a price drop when it reaches this percentage or this amount, whichever comes first. Smaller drops add up.',
      de: 'Nutzer, die das Fahrzeug oder eine passende Suche gespeichert haben, werden über eine Preissenkung benachrichtigt, sobald sie diesen Prozentsatz oder diesen Betrag erreicht. Kleinere Senkungen werden zusammengezählt.',
    },
  }),
  'messaging.messagesPerMinute': setting({
    schema: Type.Integer({ minimum: 1, maximum: 1000 }),
    default: 20,
    description: {
      en: 'Maximum number of messages that one person may send per minute.',
      de: 'Höchstzahl der Nachrichten, die eine Person pro Minute senden darf.',
    },
  }),
  'messaging.newConversationsPerDay': setting({
    schema: Type.Integer({ minimum: 1, maximum: 10_000 }),
    default: 50,
    description: {
      en: 'Maximum number of conversations that one buyer may start per day.',
      de: 'Höchstzahl der Unterhaltungen, die ein Käufer pro Tag beginnen darf.',
    },
  }),
  'messaging.attachmentMegabytesPerDay': setting({
    schema: Type.Integer({ minimum: 1, maximum: 100_000 }),
    default: 500,
    description: {
      en: 'Maximum size of attachments, in MB, that one person may send per day (UTC).',
      de: 'Höchstmenge an Anhängen in MB, die eine Person pro Tag (UTC) senden darf.',
    },
  }),
  'billing.sellerCountry': setting({
    schema: Literals(VAT_COUNTRIES),
    default: 'DE',
    description: {
      en: 'The country where the provider of the subscriptions is established. It determines the VAT on invoices.',
      de: 'Das Land, in dem der Anbieter der Tarife ansässig ist. Danach richtet sich die MwSt. auf Rechnungen.',
    },
  }),
  'billing.sellerName': setting({
    schema: Type.String({ minLength: 1, maxLength: 200, format: 'text' }),
    default: 'Fifthwheel',
    description: {
      en: 'Our name on invoices.',
      de: 'Unser Name auf Rechnungen.',
    },
  }),
  'billing.sellerAddress': setting({
    schema: Type.Array(Type.String({ minLength: 1, maxLength: 200, format: 'text' }), { maxItems: 5 }),
    default: [] as string[],
    description: {
      en: 'The lines of our address on invoices, without the country.',
      de: 'Die Zeilen unserer Anschrift auf Rechnungen, ohne das Land.',
    },
  }),
  'billing.sellerVatId': setting({
    schema: Type.String({ maxLength: 20, format: 'text' }),
    default: '',
    description: {
      en: 'Our VAT number on invoices.',
      de: 'Unsere Umsatzsteuer-Identifikationsnummer auf Rechnungen.',
    },
  }),
  'delivery.estimate': setting({
    schema: Type.Object({
      base: Type.Number({ minimum: 0, maximum: 100_000 }),
      perKm: Type.Number({ minimum: 0, maximum: 1000 }),
      factors: MapOf(
        { pattern: SLUG_PATTERN, maxLength: 100, are: 'slug of a category' },
        Type.Number({ minimum: 0, maximum: 100 }),
        { maxProperties: 100 },
      ),
    }),
    default: {
      base: 150,
      perKm: 1.3,
      factors: {
        vans: 0.6,
        'semi-trailers': 1.1,
        trailers: 0.9,
        'construction-machinery': 1.8,
        'agricultural-machinery': 1.5,
        forklifts: 0.7,
      } as Record<string, number>,
    },
    description: {
      en: 'Estimate of the delivery cost in euros: a base and an amount per kilometre of straight-line distance, together multiplied by the factor of the category (1 if it has none). Both 0: no estimates.',
      de: 'Schätzung der Überführungskosten in Euro: ein Grundbetrag und ein Betrag je Kilometer Luftlinie, zusammen multipliziert mit dem Faktor der Kategorie (1, wenn sie keinen hat). Beide 0: keine Schätzungen.',
    },
  }),
  'reviews.moderation': setting({
    schema: Literals(['auto', 'manual']),
    default: 'auto',
    description: {
      en: 'auto: reviews are published immediately. manual: an administrator checks each review first.',
      de: 'auto: Eine Bewertung ist sofort öffentlich. manual: Ein Administrator prüft jede zuerst.',
    },
  }),
  'search.synonyms': setting({
    schema: Type.Array(
      Type.Object({
        word: Type.String({ minLength: 2, maxLength: 60, format: 'text' }),
        meaning: Type.String({ minLength: 2, maxLength: 60, format: 'text' }),
      }),
      { maxItems: SEARCH_WORDS_MAX },
    ),
    default: [] as { word: string; meaning: string }[],
    description: {
      en: 'Synonyms: words that searches treat as the name of a brand, model, category, feature, fuel or similar.',
      de: 'Synonyme: Wörter, die Suchen wie den Namen einer Marke, eines Modells, einer Kategorie, einer Ausstattung, eines Kraftstoffs oder Ähnlichem behandeln.',
    },
  }),
  'search.stopWords': setting({
    schema: Type.Array(Type.String({ minLength: 1, maxLength: 60, format: 'text' }), {
      maxItems: SEARCH_WORDS_MAX,
    }),
    default: [] as string[],
    description: {
      en: 'Words that searches ignore, in addition to the built-in ones.',
      de: 'Wörter, die Suchen zusätzlich zu den mitgelieferten ignorieren.',
    },
  }),
  'site.contactEmail': setting({
    schema: Type.String({ maxLength: 200, pattern: '^(?:[^\\s@]+@[^\\s@]+)?$' }),
    default: '',
    description: {
      en: 'Contact address on the info pages. Lines that contain it are left out while it is empty.',
      de: 'Kontaktadresse auf den Infoseiten. Solange sie leer ist, entfallen die Zeilen, die sie enthalten.',
    },
  }),
  'site.securityContact': setting({
    schema: Type.String({ maxLength: 200, pattern: '^(?:(?:mailto:|https://|tel:)\\S+)?$' }),
    default: '',
    description: {
      en: 'Contact for reports of vulnerabilities, as `mailto:`, `https://` or `tel:`; shown in /.well-known/security.txt. Empty: security@ the host of BASE_URL.',
      de: 'Kontakt für Meldungen von Schwachstellen, als `mailto:`, `https://` oder `tel:`; steht in /.well-known/security.txt. Leer: security@ mit dem Rechner von BASE_URL.',
    },
  }),
  'site.timeZone': setting({
    schema: Literals(TIME_ZONES),
    default: 'Europe/Berlin',
    description: {
      en: 'Time zone of dates and times in emails and notifications, and on pages without scripts.',
      de: 'Zeitzone von Datum und Uhrzeit in E-Mails und Benachrichtigungen sowie auf Seiten ohne Skripte.',
    },
  }),
  exchangeRates: setting({
    schema: Type.Object({
      base: Type.Literal('EUR'),
      rates: MapOf(
        { pattern: '^[A-Z]{3}$', maxLength: 3, are: 'currency code such as USD' },
        Type.Number({ exclusiveMinimum: 0, maximum: 1e9 }),
        { maxProperties: CURRENCIES_MAX },
      ),
      asOf: Type.String({ format: 'date' }),
    }),
    default: { base: 'EUR' as const, rates: DEFAULT_RATES, asOf: '2025-01-02' },
    description: {
      en: 'Units of each currency for one euro, for searches and sorting across currencies.',
      de: 'Einheiten jeder Währung für einen Euro, für Suchen und Sortierungen über Währungen hinweg.',
    },
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type SettingValue<N extends SettingName> = Static<(typeof SETTINGS)[N]['schema']>;
export type ExchangeRates = SettingValue<'exchangeRates'>;
