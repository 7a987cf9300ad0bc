/** Ends an import with a message for whoever started it; retrying would not help. */
export class ImportFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ImportFailure';
    this.code = code;
  }
}
