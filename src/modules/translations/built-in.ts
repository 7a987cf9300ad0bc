import { ERROR_CATALOGUE } from '../../platform/errors/catalogue.ts';

/** Texts that every marketplace interface needs, in the languages that ship; administrators add keys and languages. */
const INTERFACE_WORDS: Readonly<Record<string, { readonly en: string; readonly de: string }>> = {
  'ui.search': { en: 'Search', de: 'Suchen' },
  'ui.results': { en: 'Results', de: 'Treffer' },
  'ui.filters': { en: 'Filters', de: 'Filter' },
  'ui.sort': { en: 'Sort by', de: 'Sortieren nach' },
  'ui.price': { en: 'Price', de: 'Preis' },
  'ui.price_on_request': { en: 'Price on request', de: 'Preis auf Anfrage' },
  'ui.year': { en: 'Year', de: 'Baujahr' },
  'ui.mileage': { en: 'Mileage', de: 'Kilometerstand' },
  'ui.location': { en: 'Location', de: 'Standort' },
  'ui.seller': { en: 'Seller', de: 'Anbieter' },
  'ui.verified': { en: 'Verified', de: 'Geprüft' },
  'ui.featured': { en: 'Featured', de: 'Hervorgehoben' },
  'ui.contact_seller': { en: 'Write to the seller', de: 'Anbieter schreiben' },
  'ui.favorites': { en: 'Favorites', de: 'Merkliste' },
  'ui.compare': { en: 'Compare', de: 'Vergleichen' },
  'ui.messages': { en: 'Messages', de: 'Nachrichten' },
  'ui.notifications': { en: 'Notifications', de: 'Mitteilungen' },
  'ui.saved_searches': { en: 'Saved searches', de: 'Gespeicherte Suchen' },
  'ui.sign_in': { en: 'Sign in', de: 'Anmelden' },
  'ui.sign_out': { en: 'Sign out', de: 'Abmelden' },
  'ui.register': { en: 'Register', de: 'Registrieren' },
  'ui.my_listings': { en: 'My listings', de: 'Meine Inserate' },
  'ui.publish': { en: 'Publish', de: 'Veröffentlichen' },
  'ui.save': { en: 'Save', de: 'Speichern' },
  'ui.cancel': { en: 'Cancel', de: 'Abbrechen' },
  'ui.delete': { en: 'Delete', de: 'Löschen' },
};

/** German for what the error catalogue says in English. */
const GERMAN_ERRORS: Readonly<Partial<Record<keyof typeof ERROR_CATALOGUE, string>>> = {
  VALIDATION_ERROR: 'Einige Angaben sind ungültig.',
  INVALID_CREDENTIALS: 'E-Mail-Adresse oder Passwort ist falsch.',
  UNAUTHORIZED: 'Bitte melden Sie sich an.',
  INVALID_TOKEN: 'Die Anmeldung ist nicht mehr gültig.',
  TOKEN_EXPIRED: 'Die Anmeldung ist abgelaufen.',
  EXPIRED_TOKEN: 'Die Anmeldung ist abgelaufen.',
  FORBIDDEN: 'Dazu fehlt Ihnen die Berechtigung.',
  NOT_FOUND: 'Das wurde nicht gefunden.',
  ALREADY_EXISTS: 'Das ist bereits vorhanden.',
  RATE_LIMITED: 'Zu viele Anfragen; bitte warten Sie einen Moment.',
  LISTING_LIMIT_EXCEEDED: 'Ihr Tarif erlaubt kein weiteres aktives Inserat.',
  PLAN_LIMIT_EXCEEDED: 'Die Grenze Ihres Tarifs ist erreicht.',
  LOCATION_NOT_FOUND: 'Dieser Ort ist nicht bekannt.',
  PAYMENT_FAILED: 'Die Zahlung wurde abgelehnt.',
  INTERNAL_ERROR: 'Bei uns ist ein Fehler aufgetreten.',
  SERVICE_UNAVAILABLE: 'Der Dienst ist gerade nicht erreichbar.',
};

export const BUILT_IN_LANGUAGES = ['en', 'de'] as const;

/** Key → text of what ships in a language. */
export function builtInTexts(language: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, words] of Object.entries(INTERFACE_WORDS)) {
    const text = language === 'en' ? words.en : language === 'de' ? words.de : undefined;
    if (text !== undefined) texts[key] = text;
  }
  for (const [code, { when }] of Object.entries(ERROR_CATALOGUE)) {
    const text =
      language === 'en'
        ? when
        : language === 'de'
          ? GERMAN_ERRORS[code as keyof typeof ERROR_CATALOGUE]
          : undefined;
    if (text !== undefined) texts[`errors.${code}`] = text;
  }
  return texts;
}
