import type { Io, Output } from './io.ts';

export type Options = Readonly<Record<string, string | boolean | undefined>>;

export interface Call {
  readonly io: Io;
  readonly out: Output;
  readonly words: readonly string[];
  readonly options: Options;
}

export interface Command {
  /** For example `listings push`. */
  readonly name: string;
  /** Arguments after the name, as the help shows them. */
  readonly takes: string;
  readonly does: string;
  /** Values that a shell can complete for the arguments. */
  readonly completes?: 'files' | readonly string[];
  /** Options of this command; true if the option takes a value. */
  readonly options: Readonly<Record<string, boolean>>;
  readonly wordsMin: number;
  readonly wordsMax: number;
  readonly run: (call: Call) => Promise<number>;
}

export const textOf = (options: Options, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

/** Options that every command accepts, in the same form. */
export const COMMON = { json: false, url: true, help: false } as const;
