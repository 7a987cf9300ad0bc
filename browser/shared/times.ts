import { type Language, LOCALES } from '../../src/storefront/texts/languages.ts';

const FORMATS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  date: { dateStyle: 'medium' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
};

/** Shows times that the server has rendered in the reader's time zone. */
export function localizeTimes(root: ParentNode): void {
  const locale = LOCALES[document.documentElement.lang as Language];
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[datetime]')) {
    const format = new Intl.DateTimeFormat(locale, FORMATS[time.dataset['shows'] ?? 'moment']);
    time.textContent = format.format(new Date(time.dateTime));
  }
}
