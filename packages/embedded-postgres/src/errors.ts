/** The data directory or the server in it is in a state that a person has to look at. The message is one line that says what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** This machine cannot run the embedded PostgreSQL at all; the message says how to go on with another one. */
export class EmbeddedPostgresUnavailable extends EmbeddedPostgresError {
  override readonly name = 'EmbeddedPostgresUnavailable';

  constructor(reason: string, options?: ErrorOptions) {
    super(
      `The embedded PostgreSQL cannot run here: ${reason}. ` +
        'Set DATABASE_URL to a PostgreSQL server (15 to 18), e.g. postgresql://user:password@host:5432/database.',
      options,
    );
  }
}

/** Another live process serves this data directory; its database was left alone. */
export class DataDirectoryInUse extends EmbeddedPostgresError {
  override readonly name = 'DataDirectoryInUse';

  constructor(dataDir: string, holder: string) {
    super(
      `The data directory ${dataDir} is in use by ${holder}. Stop that one first, or set DATA_DIR to another directory.`,
    );
  }
}
