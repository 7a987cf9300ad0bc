// Countries where vehicles are located, in the languages of buyers.

export const COUNTRIES =
  'AT BE BG CH CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV NL NO PL PT RO RS SE SI SK TR UA US BA MK ME AL MD BY GE'.split(
    ' ',
  );
const LANGUAGES = ['en', 'de', 'fr', 'nl', 'pl', 'es', 'it'];

let names: readonly Intl.DisplayNames[] | undefined;

export function countryNames(code: string): string[] {
  names ??= LANGUAGES.map((language) => new Intl.DisplayNames([language], { type: 'region' }));
  return names.map((displayNames) => displayNames.of(code) ?? '').filter((name) => name !== '');
}

/** Other names, and inflected forms. */
export const COUNTRY_FORMS: Readonly<Record<string, string>> = {
  GB: 'uk, great britain, britain, england, scotland, wales, großbritannien, angleterre, engeland, anglia, wielka brytania, inglaterra, inghilterra, wielkiej brytanii',
  US: 'usa, united states',
  CZ: 'czech republic, czech, tschechische republik, czechach, republika czeska, république tchèque',
  NL: 'holland, hollande, holandia, holanda, olanda, holandii, niederlanden, pays bas',
  DE: 'germany, niemczech, niemiec',
  PL: 'polsce, polski, polska',
  FR: 'francji',
  BE: 'belgii, belgien',
  IT: 'włoszech, włoch',
  ES: 'hiszpanii',
  AT: 'austrii, österreich',
  CH: 'schweiz, szwajcarii',
  TR: 'türkei, turkey, türkiye',
  SE: 'szwecji',
  DK: 'danii',
  LT: 'litwie',
  HU: 'węgrzech',
  SK: 'słowacji',
  RO: 'rumunii',
};
