import { type Message, t } from '../../../../platform/errors/sentence.ts';

export type CodeName = 'country' | 'currency';

interface Code {
  readonly minLength: number;
  readonly maxLength: number;
  readonly pattern: string;
  readonly patternHint: string;
  readonly fold: 'upper' | 'lower';
  /** For a closed list: the format that checks it and is in the API document, and the problem of other codes. */
  readonly closed: { readonly format: string; readonly problemOf: (code: string) => Message } | null;
}

/** Kinds of codes with all their behavior: the field needs nothing else. */
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
    // The exchange rates decide which currencies the marketplace accepts.
    closed: null,
  },
};

export function codeOf(code: CodeName) {
  const { minLength, maxLength, pattern, patternHint, fold } = CODES[code];
  return { kind: 'text', minLength, maxLength, pattern, patternHint, fold, code } as const;
}
