/** What the runtime's own Unicode data knows, so that no list is kept here. */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** ISO 4217 code of a currency, past ones included. */
export function isCurrencyCode(code: string): boolean {
  return currencies.has(code);
}
