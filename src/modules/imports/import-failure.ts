/** Ends an import with words for whoever started it; trying again would come to the same. */
export class ImportFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ImportFailure';
    this.code = code;
  }
}
