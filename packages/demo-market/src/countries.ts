import type { DemoLanguage, DemoPlace } from './records.ts';
import type { World } from './world.ts';

export interface Country {
  readonly code: string;
  readonly language: DemoLanguage;
  readonly currency: string;
  /** Units of the currency for one euro: rounded figures of 2026, accurate enough to invent prices. */
  readonly perEuro: number;
  /** Standard rate in percent. */
  readonly vatRate: number;
  /** Digits of a VAT number after the country letters. */
  readonly vatDigits: number;
  readonly givenNames: readonly string[];
  readonly familyNames: readonly string[];
  /** Legal form after the company name. */
  readonly legalForm: string;
  /** Word in a company name for a dealer in all kinds of vehicles. */
  readonly trade: string;
  /** City as dealers write it, and the postal code of a commercial district. */
  readonly cities: readonly (readonly [city: string, postalCode: string])[];
}

const words = (text: string): string[] => text.split(' ');
const towns = (text: string): [city: string, postalCode: string][] =>
  text.split(', ').map((town) => {
    const [city = '', postalCode = ''] = town.split(': ');
    return [city, postalCode];
  });

/** Ordered by number of dealers, the largest first. */
export const countries: readonly [Country, ...Country[]] = [
  {
    code: 'DE',
    language: 'de',
    currency: 'EUR',
    perEuro: 1,
    vatRate: 19,
    vatDigits: 9,
    givenNames: words(
      'Thomas Stefan Andreas Sabine Jens Katrin Markus Heike Torsten Anja Holger Nadine Ralf',
    ),
    familyNames: words(
      'Hinrichs Brandt Wessels Kruse Lohmann Bergmann Petersen Reinders Schuster Albers Vogt',
    ),
    legalForm: 'GmbH',
    trade: 'Nutzfahrzeuge',
    cities: towns(
      'Hamburg: 22113, Köln: 50769, München: 80939, Bremen: 28309, Kassel: 34123, Nürnberg: 90451, Leipzig: 04356, Mannheim: 68219, Rheine: 48432, Ulm: 89079, Cloppenburg: 49661, Dortmund: 44145',
    ),
  },
  {
    code: 'NL',
    language: 'nl',
    currency: 'EUR',
    perEuro: 1,
    vatRate: 21,
    vatDigits: 9,
    givenNames: words('Jan Pieter Kees Marieke Sander Anouk Bas Wouter Ingrid Ruud Femke'),
    familyNames: words('Verhoeven Dijkstra Bakker Hoekstra Vermeer Kuipers Smeets Janssen Postma Brouwer'),
    legalForm: 'B.V.',
    trade: 'Bedrijfswagens',
    cities: towns('Rotterdam: 3197, Venlo: 5928, Veghel: 5466, Zwolle: 8028, Gorinchem: 4207'),
  },
  {
    code: 'PL',
    language: 'pl',
    currency: 'PLN',
    perEuro: 4.25,
    vatRate: 23,
    vatDigits: 10,
    givenNames: words('Piotr Marek Katarzyna Tomasz Agnieszka Paweł Grzegorz Magdalena Krzysztof Ewa'),
    familyNames: words('Kowalczyk Zieliński Wójcik Nowicki Mazur Kaczmarek Sikora Pawlak Wrona Lis'),
    legalForm: 'Sp. z o.o.',
    trade: 'Pojazdy Użytkowe',
    cities: towns(
      'Poznań: 61-248, Warszawa: 03-236, Wrocław: 54-613, Gliwice: 44-109, Łódź: 94-250, Szczecin: 70-800',
    ),
  },
  {
    code: 'FR',
    language: 'fr',
    currency: 'EUR',
    perEuro: 1,
    vatRate: 20,
    vatDigits: 11,
    givenNames: words('Laurent Sophie Julien Nathalie Pascal Camille Thierry Sandrine Olivier'),
    familyNames: words('Marchand Lefèvre Garnier Chevalier Roussel Fontaine Perrin Gauthier Mercier'),
    legalForm: 'SAS',
    trade: 'Véhicules Industriels',
    cities: towns('Lyon: 69007, Lille: 59810, Rennes: 35136, Toulouse: 31200, Strasbourg: 67100'),
  },
  {
    code: 'AT',
    language: 'de',
    currency: 'EUR',
    perEuro: 1,
    vatRate: 20,
    vatDigits: 8,
    givenNames: words('Franz Johanna Wolfgang Eva Herbert Christian Monika Georg'),
    familyNames: words('Gruber Huber Steiner Moser Pichler Leitner Hofer Egger'),
    legalForm: 'GmbH',
    trade: 'Nutzfahrzeuge',
    cities: towns('Linz: 4030, Wien: 1230, Graz: 8055, Salzburg: 5020'),
  },
  {
    code: 'BE',
    language: 'nl',
    currency: 'EUR',
    perEuro: 1,
    vatRate: 21,
    vatDigits: 10,
    givenNames: words('Luc An Wim Griet Koen Els Dirk Veerle'),
    familyNames: words('Peeters Claes Wouters Goossens Mertens Lambrecht Desmet'),
    legalForm: 'BV',
    trade: 'Bedrijfsvoertuigen',
    cities: towns('Antwerpen: 2030, Gent: 9042, Kortrijk: 8500, Genk: 3600'),
  },
  {
    code: 'ES',
    language: 'en',
    currency: 'EUR',
    perEuro: 1,
    vatRate: 21,
    vatDigits: 9,
    givenNames: words('Javier Carmen Sergio Lucía Álvaro Marta Íñigo'),
    familyNames: words('Navarro Iglesias Ortega Molina Serrano Castaño Vidal'),
    legalForm: 'S.L.',
    trade: 'Vehículos Industriales',
    cities: towns('Zaragoza: 50014, Valencia: 46013, Madrid: 28052, Barcelona: 08040'),
  },
  {
    code: 'IT',
    language: 'en',
    currency: 'EUR',
    perEuro: 1,
    vatRate: 22,
    vatDigits: 11,
    givenNames: words('Marco Giulia Davide Chiara Stefano Elena Paolo'),
    familyNames: words('Ferrari Colombo Rinaldi Galli Fontana Moretti Barbieri'),
    legalForm: 'S.r.l.',
    trade: 'Veicoli Industriali',
    cities: towns('Verona: 37135, Bologna: 40127, Bergamo: 24126, Torino: 10156'),
  },
  {
    code: 'CZ',
    language: 'en',
    currency: 'CZK',
    perEuro: 24.6,
    vatRate: 21,
    vatDigits: 8,
    givenNames: words('Petr Jana Tomáš Lenka Martin Pavel Hana'),
    familyNames: words('Novák Dvořák Černý Procházka Kučera Veselý Horák'),
    legalForm: 's.r.o.',
    trade: 'Užitkové vozy',
    cities: towns('Brno: 619 00, Praha: 190 00, Ostrava: 702 00, Plzeň: 301 00'),
  },
  {
    code: 'SE',
    language: 'en',
    currency: 'SEK',
    perEuro: 11.1,
    vatRate: 25,
    vatDigits: 12,
    givenNames: words('Anders Karin Johan Lena Magnus Emma Niklas'),
    familyNames: words('Lindqvist Bergström Nyström Sandberg Holmgren Åkesson'),
    legalForm: 'AB',
    trade: 'Lastbilar',
    cities: towns('Göteborg: 417 29, Jönköping: 553 03, Malmö: 212 41, Stockholm: 120 30'),
  },
  {
    code: 'DK',
    language: 'en',
    currency: 'DKK',
    perEuro: 7.46,
    vatRate: 25,
    vatDigits: 8,
    givenNames: words('Lars Mette Søren Henrik Anne Jesper'),
    familyNames: words('Mortensen Kjær Thomsen Bach Østergaard Frandsen'),
    legalForm: 'A/S',
    trade: 'Lastbiler',
    cities: towns('Padborg: 6330, Odense: 5220, Aarhus: 8220'),
  },
  {
    code: 'GB',
    language: 'en',
    currency: 'GBP',
    perEuro: 0.86,
    vatRate: 20,
    vatDigits: 9,
    givenNames: words('James Emma Gareth Helen Craig Louise Stuart Fiona'),
    familyNames: words('Hargreaves Whitfield Ashworth Pritchard Bentley Thornton Cartwright'),
    legalForm: 'Ltd',
    trade: 'Commercials',
    cities: towns('Leeds: LS10 1RT, Birmingham: B24 9FE, Bristol: BS11 9HS, Glasgow: G51 4SD'),
  },
  {
    code: 'CH',
    language: 'de',
    currency: 'CHF',
    perEuro: 0.94,
    vatRate: 8.1,
    vatDigits: 9,
    givenNames: words('Urs Beat Regula Daniel Simone Reto'),
    familyNames: words('Zürcher Baumann Frei Kälin Odermatt Brunner'),
    legalForm: 'AG',
    trade: 'Nutzfahrzeuge',
    cities: towns('Zürich: 8048, Bern: 3018, St. Gallen: 9015'),
  },
  {
    code: 'LT',
    language: 'en',
    currency: 'EUR',
    perEuro: 1,
    vatRate: 21,
    vatDigits: 9,
    givenNames: words('Tomas Rasa Mindaugas Jurgita Andrius'),
    familyNames: words('Kazlauskas Petrauskas Butkus Žukauskas'),
    legalForm: 'UAB',
    trade: 'Trucks',
    cities: towns('Kaunas: 52119, Vilnius: 02189, Klaipėda: 91109'),
  },
  {
    code: 'RO',
    language: 'en',
    currency: 'RON',
    perEuro: 5.05,
    vatRate: 21,
    vatDigits: 8,
    givenNames: words('Andrei Ioana Mihai Cristina Radu'),
    familyNames: words('Popescu Dumitru Stan Munteanu Ilie'),
    legalForm: 'S.R.L.',
    trade: 'Camioane',
    cities: towns('Arad: 310375, Cluj-Napoca: 400632, București: 062204'),
  },
];

const byCode: ReadonlyMap<string, Country> = new Map(countries.map((country) => [country.code, country]));

export function countryOf(code: string): Country {
  return byCode.get(code) ?? countries[0];
}

/** Takes region and coordinates from `world`, so that a search around the city finds its listings. */
export function placesOf(country: Country, world: World): DemoPlace[] {
  return country.cities.map(([city, postalCode]) => {
    const found = world.findCity(city, country.code);
    if (found === null) throw new Error(`no such city: ${city} (${country.code})`);
    const { region, lat, lng } = found;
    return { country: country.code, region, city, postalCode, lat, lng };
  });
}
