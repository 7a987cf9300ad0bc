import { ImportFailure } from '../import-failure.ts';

type FileProblemCode =
  | 'EMPTY_FILE'
  | 'UNREADABLE_TEXT'
  | 'MALFORMED_XML'
  | 'FORBIDDEN_XML'
  | 'MALFORMED_ZIP'
  | 'MISSING_COLUMNS'
  | 'TOO_MANY_COLUMNS'
  | 'TOO_MANY_ROWS'
  | 'TOO_LARGE';

/** Nothing in a file can be read. */
export class FileProblem extends ImportFailure {
  constructor(code: FileProblemCode, message: string, options: { cause?: unknown } = {}) {
    super(code, message, options);
    this.name = 'FileProblem';
  }
}
