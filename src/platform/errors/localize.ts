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
  const say: Localize = (message) => {
    if (typeof message === 'string') return wording.sentence(languages, message) ?? message;
    const values = Object.entries(message.values).map(([name, value]) => [
      name,
      value instanceof Sentence ? say(value) : String(value),
    ]);
    return fillPlaceholders(
      wording.sentence(languages, message.text) ?? message.text,
      Object.fromEntries(values) as Record<string, string>,
    );
  };
  return say;
}

/** Localizes an error in the best of the languages. */
export function localizeError(
  languages: readonly string[],
  { said, details }: Pick<AppError, 'said' | 'details'>,
  wording: Wording,
): LocalizedError {
  const say = localizerFor(languages, wording);
  return {
    message: say(said),
    details: details?.map((detail) => ({ ...detail, message: say(detail.message) })),
  };
}
