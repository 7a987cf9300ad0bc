import type { MailCard } from '../../platform/mail/rendered-mail.ts';
import { type Wording, fillPlaceholders, type Values } from '../../platform/wording.ts';
import type { QueuedNotice } from './repository.ts';
import { type NoticeWords, wordsOf, localeOf, priceBasisIn } from './words.ts';
import { countryName } from '../../platform/countries.ts';
import type { NoticeVehicle, VehicleFacts } from '../../platform/notices.ts';
import { powerHpOf } from '../listings/index.ts';
import { Facts } from './facts.ts';

const PRICES = { price: 'price', previousPrice: 'price', currency: 'text' } as const;

interface CardReader {
  readonly baseUrl: string;
  readonly language: string;
  readonly wording: Wording;
}

/** A vehicle card in an email: the reason, the price and the place. */
function cardOf(vehicle: NoticeVehicle, reader: CardReader): MailCard {
  const { price, previousPrice, currency } = vehicle;
  const locale = localeOf(reader.language);
  const priceBasis = priceBasisIn(reader.language, reader.wording, vehicle.vatDeductible);
  const facts = new Facts({ price, previousPrice, currency }, PRICES, {
    locale,
    timeZone: reader.wording.timeZone,
    priceBasis,
  });
  const before = facts.display('previousPrice');
  const reduced = before === '' ? '' : textFor(reader, 'vehicle.cheaper', { previousPrice: before });
  const added = vehicle.isNew ? textFor(reader, 'vehicle.new') : '';
  return {
    title: vehicle.title,
    url: `${reader.baseUrl}${vehicle.link}`,
    imageUrl: vehicle.image,
    price: facts.display('price') || textFor(reader, 'vehicle.onRequest'),
    highlight: reduced || added || undefined,
    facts: vehicle.facts === undefined ? undefined : factsOf(vehicle.facts, reader),
    lines: [reduced === '' ? '' : added, placeOf(vehicle, locale)].filter((line) => line !== ''),
  };
}

/** The known facts in one line; undefined without any. */
function factsOf(facts: VehicleFacts, reader: CardReader): string | undefined {
  const { firstRegistration, year, mileage, operatingHours, powerKw, driveType, euroStandard } = facts;
  const number = (value: number): string => new Intl.NumberFormat(localeOf(reader.language)).format(value);
  const shown = [
    firstRegistration === null ? year?.toString() : firstRegistration.split('-').toReversed().join('/'),
    mileage === null ? undefined : `${number(mileage)}\u00a0km`,
    operatingHours === null ? undefined : `${number(operatingHours)}\u00a0h`,
    powerKw === null ? undefined : textFor(reader, 'vehicle.power', { power: number(powerHpOf(powerKw)) }),
    driveType ?? undefined,
    euroStandard === null
      ? undefined
      : reader.wording.find([reader.language], `values.euroStandard.${euroStandard}`)?.text,
  ];
  const known = shown.filter((fact) => fact !== undefined && fact !== '');
  return known.length === 0 ? undefined : known.join(' · ');
}

/** The cards of an email about `count` vehicles, and how many more there are; null if all are shown. */
export function vehicleCards(
  shown: readonly NoticeVehicle[],
  count: unknown,
  reader: CardReader,
): { readonly cards: readonly MailCard[]; readonly more: string | null } {
  return { cards: shown.map((vehicle) => cardOf(vehicle, reader)), more: moreThan(shown, count, reader) };
}

function moreThan(shown: readonly NoticeVehicle[], count: unknown, reader: CardReader): string | null {
  const furtherCount = typeof count === 'number' ? count - shown.length : 0;
  if (shown.length === 0 || furtherCount <= 0) return null;
  return textFor(reader, 'more', {
    count: new Intl.NumberFormat(localeOf(reader.language)).format(furtherCount),
  });
}

function placeOf({ city, country }: NoticeVehicle, locale: string): string {
  const name = country === null ? null : countryName(country, locale);
  return [city, name].filter((part) => part !== null && part !== '').join(', ');
}

function textFor({ wording, language }: CardReader, key: string, values: Values = {}): string {
  const phrase = wording.find([language], `mails.notice.${key}`);
  return phrase === null ? '' : fillPlaceholders(phrase.text, values);
}

interface RenderedTexts {
  readonly words: NoticeWords;
  readonly cards: readonly MailCard[];
  /** How many more vehicles there are. */
  readonly more: string | null;
}

/** Renders a notification once per language, because a hundred recipients may share one. */
export class NoticeRenderer {
  readonly notice: QueuedNotice;
  readonly #parts: { readonly wording: Wording; readonly baseUrl: string };
  readonly #rendered = new Map<string, RenderedTexts>();

  constructor(notice: QueuedNotice, parts: { readonly wording: Wording; readonly baseUrl: string }) {
    this.notice = notice;
    this.#parts = parts;
  }

  in(language: string): RenderedTexts {
    let rendered = this.#rendered.get(language);
    if (rendered === undefined) {
      const { vehicles = [], data } = this.notice;
      const reader = { ...this.#parts, language };
      rendered = {
        words: wordsOf(this.notice, language, reader.wording),
        ...vehicleCards(vehicles, data['count'], reader),
      };
      this.#rendered.set(language, rendered);
    }
    return rendered;
  }
}
