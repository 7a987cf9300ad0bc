import { readExonyms } from './exonyms.ts';
import { foldPlace } from './fold.ts';

let others: ReadonlyMap<string, readonly string[]> | undefined;

const keyOf = (country: string, name: string): string => `${country} ${name}`;

/** The name of a city that begins as it was typed, `München` for `mün`; its main name if none does. */
export function spelledAsTyped(
  { name, country }: { readonly name: string; readonly country: string },
  typed: string,
): string {
  others ??= new Map(
    readExonyms('place').map((exonym) => [keyOf(exonym.country, exonym.name), exonym.others]),
  );
  const names = [name, ...(others.get(keyOf(country, name)) ?? [])];
  const beginning = (fold: (text: string) => string): string | undefined =>
    names.find((spelling) => fold(spelling).startsWith(fold(typed)));
  return beginning((text) => text.toLowerCase()) ?? beginning(foldPlace) ?? name;
}
