import { countryName } from '../../platform/countries.ts';
import type { MailCard } from '../../platform/mail/written-mail.ts';
import type { NoticeVehicle } from '../../platform/notices.ts';
import { filled, type Values, type Wording } from '../../platform/wording.ts';
import { Facts } from './facts.ts';
import type { QueuedNotice } from './repository.ts';
import { localeOf, priceBasisIn } from './words.ts';

const PRICES = { price: 'price', previousPrice: 'price', currency: 'text' } as const;

export interface CardReader {
  readonly baseUrl: string;
  readonly language: string;
  readonly wording: Wording;
}

/** A vehicle in a mail: why the reader is told, its price and its place. */
export function cardOf(vehicle: NoticeVehicle, reader: CardReader): MailCard {
  const { price, previousPrice, currency } = vehicle;
  const locale = localeOf(reader.language);
  const priceBasis = priceBasisIn(reader.language, reader.wording, vehicle.vatDeductible);
  const facts = new Facts({ price, previousPrice, currency }, PRICES, {
    locale,
    timeZone: reader.wording.timeZone,
    priceBasis,
  });
  const before = facts.shown('previousPrice');
  const lines = [
    before === '' ? '' : say(reader, 'vehicle.cheaper', { previousPrice: before }),
    vehicle.isNew ? say(reader, 'vehicle.new') : '',
    placeOf(vehicle, locale),
  ];
  return {
    title: vehicle.title,
    url: `${reader.baseUrl}${vehicle.link}`,
    imageUrl: vehicle.image,
    price: facts.shown('price') || say(reader, 'vehicle.onRequest'),
    lines: lines.filter((line) => line !== ''),
  };
}

/** How many vehicles the notice counts beyond those shown; null when there are none. */
export function moreThan(
  shown: readonly NoticeVehicle[],
  { data }: Pick<QueuedNotice, 'data'>,
  reader: CardReader,
): string | null {
  const { count } = data;
  const more = typeof count === 'number' ? count - shown.length : 0;
  if (shown.length === 0 || more <= 0) return null;
  return say(reader, 'more', { count: new Intl.NumberFormat(localeOf(reader.language)).format(more) });
}

function placeOf({ city, country }: NoticeVehicle, locale: string): string {
  const name = country === null ? null : countryName(country, locale);
  return [city, name].filter((part) => part !== null && part !== '').join(', ');
}

function say({ wording, language }: CardReader, key: string, values: Values = {}): string {
  const phrase = wording.find([language], `mails.notice.${key}`);
  return phrase === null ? '' : filled(phrase.text, values);
}
