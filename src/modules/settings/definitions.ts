import { type Static, type TSchema, Type } from 'typebox';
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

/** Every setting: its shape, its default, what it does. */
export const SETTINGS = {
  'auth.requireVerifiedEmail': setting({
    schema: Type.Boolean(),
    default: false,
    description: {
      en: 'Publishing and sending messages need a verified e-mail address.',
      de: 'Veröffentlichen und Nachrichten senden setzt eine bestätigte E-Mail-Adresse voraus.',
    },
  }),
  'auth.refuseCommonPasswords': setting({
    schema: Type.Boolean(),
    default: true,
    description: {
      en: 'New passwords must not be among the most common ones, even if they satisfy the rule.',
      de: 'Neue Passwörter dürfen nicht zu den häufigsten gehören, auch wenn sie die Regel erfüllen.',
    },
  }),
  'auth.sessionDaysMax': setting({
    schema: Type.Integer({ minimum: 1, maximum: 3650 }),
    default: 365,
    description: {
      en: 'After how many days a session ends, however often it was renewed.',
      de: 'Nach so vielen Tagen endet eine Anmeldung, auch wenn sie immer wieder erneuert wurde.',
    },
  }),
  'auth.phoneCodesPerDayMax': setting({
    schema: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    default: 1000,
    description: {
      en: 'How many text messages with codes all accounts together get in a day of Greenwich Mean Time. Each costs money, also those that a stranger asks for.',
      de: 'So viele Textnachrichten mit Codes bekommen alle Konten zusammen an einem Tag nach Greenwich-Zeit. Jede kostet Geld, auch wenn ein Fremder sie anfordert.',
    },
  }),
  'listings.moderation': setting({
    schema: Literals(['auto', 'manual', 'first_listing']),
    default: 'auto',
    description: {
      en: 'auto: a complete listing goes live when published. manual: an administrator approves each. first_listing: only those of sellers who have none approved yet.',
      de: 'auto: Ein vollständiges Inserat ist nach dem Veröffentlichen sofort sichtbar. manual: Die Verwaltung gibt jedes frei. first_listing: Nur die Inserate von Händlern, die noch kein freigegebenes haben, warten auf die Freigabe.',
    },
  }),
  'listings.soldReopenDays': setting({
    schema: Type.Integer({ minimum: 0, maximum: 365 }),
    default: 30,
    description: {
      en: 'For how many days a sold listing can be put back on sale.',
      de: 'So viele Tage lang kann ein verkauftes Inserat wieder angeboten werden.',
    },
  }),
  'listings.leastPriceDrop': setting({
    schema: Type.Object({
      percent: Type.Number({ minimum: 0, maximum: 100 }),
      euros: Type.Number({ minimum: 0, maximum: 1e9 }),
    }),
    default: { percent: 3, euros: 100 },
    description: {
      en: 'A price drop is announced to people who saved the vehicle or a matching search when it reaches this percentage or this amount, whichever comes first. Smaller drops add up.',
      de: 'Eine Preissenkung wird denen gemeldet, die das Fahrzeug oder eine passende Suche gespeichert haben, sobald sie diesen Prozentsatz oder diesen Betrag erreicht. Kleinere Senkungen werden zusammengezählt.',
    },
  }),
  'messaging.messagesPerMinute': setting({
    schema: Type.Integer({ minimum: 1, maximum: 1000 }),
    default: 20,
    description: {
      en: 'How many messages one person may send in a minute.',
      de: 'So viele Nachrichten darf eine Person in einer Minute senden.',
    },
  }),
  'messaging.newConversationsPerDay': setting({
    schema: Type.Integer({ minimum: 1, maximum: 10_000 }),
    default: 50,
    description: {
      en: 'How many conversations one buyer may begin in a day.',
      de: 'So viele Unterhaltungen darf ein Käufer an einem Tag beginnen.',
    },
  }),
  'messaging.attachmentMegabytesPerDay': setting({
    schema: Type.Integer({ minimum: 1, maximum: 100_000 }),
    default: 500,
    description: {
      en: 'How many MB of attachments one person may send in a day of Greenwich Mean Time.',
      de: 'So viele MB an Anhängen darf eine Person an einem Tag nach Greenwich-Zeit senden.',
    },
  }),
  'billing.sellerCountry': setting({
    schema: Literals(VAT_COUNTRIES),
    default: 'DE',
    description: {
      en: 'The country where we, the seller of subscriptions, are established; decides the VAT on their invoices.',
      de: 'Das Land, in dem wir als Anbieter der Tarife ansässig sind; danach richtet sich die Umsatzsteuer auf deren Rechnungen.',
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
      en: 'Our VAT id on invoices.',
      de: 'Unsere Umsatzsteuer-Identifikationsnummer auf Rechnungen.',
    },
  }),
  'reviews.moderation': setting({
    schema: Literals(['auto', 'manual']),
    default: 'auto',
    description: {
      en: 'auto: a review is public at once. manual: an administrator looks at each first.',
      de: 'auto: Eine Bewertung ist sofort öffentlich. manual: Die Verwaltung sieht jede zuerst an.',
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
      en: 'Words that searches read as another name: of a brand, model, category, feature, fuel or the like.',
      de: 'Wörter, die Suchen als einen anderen Namen lesen: einer Marke, eines Modells, einer Kategorie, einer Ausstattung, eines Kraftstoffs oder Ähnlichem.',
    },
  }),
  'search.stopWords': setting({
    schema: Type.Array(Type.String({ minLength: 1, maxLength: 60, format: 'text' }), {
      maxItems: SEARCH_WORDS_MAX,
    }),
    default: [] as string[],
    description: {
      en: 'Words that searches leave out, beside the usual ones.',
      de: 'Wörter, die Suchen neben den üblichen auslassen.',
    },
  }),
  'site.contactEmail': setting({
    schema: Type.String({ maxLength: 200, pattern: '^(?:[^\\s@]+@[^\\s@]+)?$' }),
    default: '',
    description: {
      en: 'Where readers of the info pages write to; lines that name it are left out while it is empty.',
      de: 'Die Adresse, an die Leser der Infoseiten schreiben; solange sie leer ist, entfallen die Zeilen, die sie nennen.',
    },
  }),
  'site.securityContact': setting({
    schema: Type.String({ maxLength: 200, pattern: '^(?:(?:mailto:|https://|tel:)\\S+)?$' }),
    default: '',
    description: {
      en: 'Where weaknesses of this market are reported, as `mailto:`, `https://` or `tel:`; shown in /.well-known/security.txt. Empty: security@ the host of BASE_URL.',
      de: 'Wo Schwachstellen dieses Marktes gemeldet werden, als `mailto:`, `https://` oder `tel:`; steht in /.well-known/security.txt. Leer: security@ mit dem Rechner von BASE_URL.',
    },
  }),
  'site.timeZone': setting({
    schema: Literals(TIME_ZONES),
    default: 'Europe/Berlin',
    description: {
      en: 'The time zone of days and times in emails and notifications, and on pages while no script shows them in that of the reader.',
      de: 'Die Zeitzone von Tagen und Uhrzeiten in E-Mails und Mitteilungen, und auf Seiten, solange kein Skript sie in der Zeitzone des Lesers zeigt.',
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
