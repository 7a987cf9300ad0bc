import type { CountKey, TextKey } from './en.ts';

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** A language for buyers: the texts of pages, with its own plural forms, and the labels of fields and their values. */
export interface Translation {
  readonly texts: Readonly<Partial<Record<TextKey | `${CountKey}.${PluralForm}`, string>>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
