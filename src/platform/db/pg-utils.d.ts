/** Inside the driver, and without types of its own. */
declare module 'pg/lib/utils.js' {
  /** As the driver writes a parameter: arrays and objects as text, dates with their offset. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
