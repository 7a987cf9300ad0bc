/** A table's entry under a name from outside; what every object has (`constructor`) is no entry. */
export function entryOf<V>(table: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
