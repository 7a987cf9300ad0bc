/**
 * Returns the entry for a name from an untrusted source. Inherited properties (`constructor`) do not count.
 */
export function entryOf<V>(table: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
