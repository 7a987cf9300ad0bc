import { countryName } from '../../platform/countries.ts';
import type { MailCard } from '../../platform/mail/written-mail.ts';
import type { Notice, NoticeVehicle } from '../../platform/notices.ts';
import { filled, type Values, type Wording } from '../../platform/wording.ts';
import { Facts } from './facts.ts';
import { phrasesIn, priceBasisIn } from './words.ts';

export interface CardReader {
  readonly baseUrl: string;
  readonly language: string;
  readonly wording: Wording;
}

/** A vehicle in a mail: why the reader is told, its price and its place. */
export function cardOf(vehicle: NoticeVehicle, reader: CardReader): MailCard {
  const { price, previousPrice, currency } = vehicle;
  const { locale } = phrasesIn(reader.language);
  const basis = priceBasisIn(reader.language, reader.wording, vehicle.vatDeductible);
  const facts = new Facts({ price, previousPrice, currency }, locale, reader.wording.timeZone, basis);
  const before = facts.money('previousPrice');
  const lines = [
    before === '' ? '' : say(reader, 'vehicle.cheaper', { previousPrice: before }),
    vehicle.isNew ? say(reader, 'vehicle.new') : '',
    placeOf(vehicle, locale),
  ];
  return {
    title: vehicle.title,
    url: `${reader.baseUrl}${vehicle.link}`,
    imageUrl: vehicle.image,
    price: facts.money('price') || say(reader, 'vehicle.onRequest'),
    lines: lines.filter((line) => line !== ''),
  };
}

/** How many vehicles the notice counts beyond those shown; null when there are none. */
export function moreThan(
  shown: readonly NoticeVehicle[],
  { data }: Pick<Notice, 'data'>,
  reader: CardReader,
): string | null {
  const { locale } = phrasesIn(reader.language);
  const { timeZone } = reader.wording;
  const count = new Facts(data, locale, timeZone).number('count') - shown.length;
  const facts = new Facts({ count }, locale, timeZone);
  if (shown.length === 0 || facts.number('count') <= 0) return null;
  return say(reader, 'more', { count: facts.count('count') });
}

function placeOf({ city, country }: NoticeVehicle, locale: string): string {
  const name = country === null ? null : countryName(country, locale);
  return [city, name].filter((part) => part !== null && part !== '').join(', ');
}

function say({ wording, language }: CardReader, key: string, values: Values = {}): string {
  const phrase = wording.find([language], `mails.notice.${key}`);
  return phrase === null ? '' : filled(phrase.text, values);
}
