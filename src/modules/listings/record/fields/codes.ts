import { type Message, t } from '../../../../platform/errors/sentence.ts';

/** What a text can be a code of. */
export type CodeName = 'country' | 'currency';

interface Code {
  readonly minLength: number;
  readonly maxLength: number;
  readonly pattern: string;
  readonly patternHint: string;
  readonly fold: 'upper' | 'lower';
  /** Of a closed list: the format that checks it and stands in the document, and what is said of other codes. */
  readonly closed: { readonly format: string; readonly problemOf: (code: string) => Message } | null;
}

/** Codes that a text can hold, with all that the server makes of them: a field of such a code needs nothing more. */
export const CODES: Readonly<Record<CodeName, Code>> = {
  country: {
    minLength: 2,
    maxLength: 2,
    pattern: '^[A-Z]{2}$',
    patternHint: 'an ISO 3166-1 alpha-2 code such as DE',
    fold: 'upper',
    closed: {
      format: 'country',
      problemOf: (code) => t('{code} is not an ISO 3166-1 country', { code }),
    },
  },
  currency: {
    minLength: 3,
    maxLength: 3,
    pattern: '^[A-Z]{3}$',
    patternHint: 'an ISO 4217 code such as EUR',
    fold: 'upper',
    // Which ones the marketplace takes depends on its exchange rates.
    closed: null,
  },
};

/** A text that holds a code. */
export function codeOf(code: CodeName) {
  const { minLength, maxLength, pattern, patternHint, fold } = CODES[code];
  return { kind: 'text', minLength, maxLength, pattern, patternHint, fold, code } as const;
}
