import { readExonyms } from './exonyms.ts';
import { foldPlace } from './fold.ts';

let exonymsByCity: ReadonlyMap<string, readonly string[]> | undefined;

const keyOf = (country: string, name: string): string => `${country} ${name}`;

/** Returns the name of a city that begins with the typed text, such as `München` for `mün`; its main name if none does. */
export function spelledAsTyped(
  { name, country }: { readonly name: string; readonly country: string },
  typed: string,
): string {
  exonymsByCity ??= new Map(
    readExonyms('place').map((exonym) => [keyOf(exonym.country, exonym.name), exonym.others]),
  );
  const names = [name, ...(exonymsByCity.get(keyOf(country, name)) ?? [])];
  const nameMatching = (fold: (text: string) => string): string | undefined =>
    names.find((spelling) => fold(spelling).startsWith(fold(typed)));
  return nameMatching((text) => text.toLowerCase()) ?? nameMatching(foldPlace) ?? name;
}
