/** The short name of a time zone at an instant, in a language: `CET`, `MESZ`, `UTC+1`. */
export function zoneName(instant: Date, locale: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', timeZoneName: 'short' });
  return parts.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Day, time and zone, for readers whose zone is unknown. */
export function formatMoment(instant: Date, language: string, timeZone: string): string {
  // The English of emails is British.
  const locale = language === 'en' ? 'en-GB' : language;
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
  return `${moment.format(instant)} ${zoneName(instant, locale, timeZone)}`;
}
