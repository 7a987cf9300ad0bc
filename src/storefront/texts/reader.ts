/** Texts, labels, numbers and dates of a page in one language. */
import type { AppError } from '../../platform/errors/app-error.ts';
import { type LocalizedError, localizeError } from '../../platform/errors/localize.ts';
import type { Wording } from '../../platform/wording.ts';
import type { CountKey, TextKey } from './generated/keys.ts';
import type { Language } from './languages.ts';
import { Words } from './words.ts';

export { type Language, LANGUAGE_NAMES, LANGUAGES } from './languages.ts';

/** Public pages are cached, so their times are in the time zone of the marketplace. */
export class Reader extends Words<TextKey, CountKey> {
  readonly #wording: Wording;

  constructor(language: Language, wording: Wording) {
    super(language, keptTexts(language, wording), () => wording.timeZone);
    this.#wording = wording;
  }

  refusal(error: AppError): LocalizedError {
    return localizeError([this.language], error, this.#wording);
  }

  /** Another one when texts were edited. */
  get edition(): number {
    return this.#wording.version;
  }
}

/** A page has a few hundred texts, mostly the same as the previous page. */
function keptTexts(language: Language, wording: Wording): (key: string) => string | null {
  const cache = new Map<string, string>();
  let version = wording.version;
  return (key) => {
    if (version !== wording.version) {
      cache.clear();
      version = wording.version;
    }
    const known = cache.get(key);
    if (known !== undefined) return known;
    const text = wording.find([language], key)?.text;
    if (text === undefined) return null;
    const spaced = language === 'fr' ? withFrenchSpaces(text) : text;
    cache.set(key, spaced);
    return spaced;
  };
}

/** No line begins with a mark that French sets off by a space. */
export function withFrenchSpaces(text: string): string {
  return text.replaceAll(/ (?=[:;!?»%])/g, '\u00a0').replaceAll('« ', '«\u00a0');
}
