/** How a seller can be reached. Also part of the scripts of the workspace, so it imports nothing. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** Languages that are spoken in Europe and by its trading partners, as ISO 639-1. */
// prettier-ignore
export const SPOKEN_LANGUAGES = [
  'ar', 'be', 'bg', 'bs', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fa', 'fi', 'fr', 'ga', 'he', 'hr', 'hu', 'is',
  'it', 'ka', 'kk', 'lb', 'lt', 'lv', 'mk', 'mt', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sq', 'sr', 'sv',
  'tr', 'uk', 'zh',
] as const;
export const SPOKEN_LANGUAGES_MAX = 12;
