import type { Io, Output } from './io.ts';

export type Options = Readonly<Record<string, string | boolean | undefined>>;

export interface Call {
  readonly io: Io;
  readonly out: Output;
  readonly words: readonly string[];
  readonly options: Options;
}

export interface Command {
  /** `listings push`. */
  readonly name: string;
  /** What follows the name. */
  readonly takes: string;
  readonly does: string;
  /** What its words may be, where a shell can complete them. */
  readonly completes?: 'files' | readonly string[];
  /** Its own options: true of those with a value. */
  readonly options: Readonly<Record<string, boolean>>;
  readonly wordsMin: number;
  readonly wordsMax: number;
  readonly run: (call: Call) => Promise<number>;
}

export const textOf = (options: Options, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

/** Options of every command, as those of one. */
export const COMMON = { json: false, url: true, help: false } as const;
