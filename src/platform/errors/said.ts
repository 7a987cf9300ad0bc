import type { Wording } from '../wording.ts';
import { type AppError, asSentence, type ErrorDetail } from './app-error.ts';

/** What a refusal says to people. */
export interface Said {
  readonly message: string;
  readonly details: readonly ErrorDetail[] | undefined;
}

export type Say = (sentence: string) => string;

/** Says the server's own sentences, such as warnings, in the best of the languages; what no text is of stays as it is. */
export function sayIn(languages: readonly string[], wording: Wording): Say {
  return (sentence) => wording.refusal(languages, sentence) ?? sentence;
}

type Refused = Pick<AppError, 'message'> & Partial<Pick<AppError, 'sentences' | 'details'>>;

/**
 * A refusal in the best of the languages: each sentence by the text that it was made of, and a sentence that only repeats the
 * details made anew of theirs. What no text is of stays English.
 */
export function saidIn(
  languages: readonly string[],
  { message, sentences = [message], details = [] }: Refused,
  wording: Wording,
): Said {
  const say = sayIn(languages, wording);
  const said = details.map((detail) => ({ ...detail, message: say(detail.message) }));
  const whole = (sentence: string): string =>
    wording.refusal(languages, sentence) ?? repeated(sentence, details, said) ?? sentence;
  return {
    message: sentences.map(whole).join(' '),
    details: details.length === 0 ? undefined : said,
  };
}

type Phrasing = (details: readonly ErrorDetail[]) => string;

export const inOneSentence: Phrasing = (details) =>
  asSentence(details.map(({ field, message }) => `${field} ${message}`).join('; '));

/** The ways in which a sentence repeats details: all of them, or one. */
const PHRASINGS: readonly Phrasing[] = [
  inOneSentence,
  ([one]) => `${one?.field}: ${one?.message}`,
  ([one]) => asSentence(`${one?.field}: ${one?.message}`),
];

function repeated(
  sentence: string,
  details: readonly ErrorDetail[],
  said: readonly ErrorDetail[],
): string | null {
  if (inOneSentence(details) === sentence) return inOneSentence(said);
  for (const [at, detail] of details.entries()) {
    const phrasing = PHRASINGS.find((each) => each([detail]) === sentence);
    const translated = said[at];
    if (phrasing !== undefined && translated !== undefined) return phrasing([translated]);
  }
  return null;
}
