import { fillPlaceholders, type Wording } from '../wording.ts';
import type { AppError, ErrorDetail } from './app-error.ts';
import { type Message, Sentence } from './sentence.ts';

export interface LocalizedError {
  readonly message: string;
  readonly details: readonly LocalizedDetail[] | undefined;
}

export type LocalizedDetail = Omit<ErrorDetail, 'message'> & { readonly message: string };

export type Localize = (message: Message) => string;

/** Translates the server's sentences into the best of the languages; a sentence without an entry in the catalogs stays English. */
export function localizerFor(languages: readonly string[], wording: Wording): Localize {
  const localize: Localize = (message) => {
    if (typeof message === 'string') return wording.sentence(languages, message) ?? message;
    const values = Object.entries(message.values).map(([name, value]) => [
      name,
      value instanceof Sentence ? localize(value) : String(value),
    ]);
    return fillPlaceholders(
      wording.sentence(languages, message.text) ?? message.text,
      Object.fromEntries(values) as Record<string, string>,
    );
  };
  return localize;
}

/** Localizes an error in the best of the languages. */
export function localizeError(
  languages: readonly string[],
  { sentence, details }: Pick<AppError, 'sentence' | 'details'>,
  wording: Wording,
): LocalizedError {
  const localize = localizerFor(languages, wording);
  return {
    message: localize(sentence),
    details: details?.map((detail) => ({ ...detail, message: localize(detail.message) })),
  };
}
