/** The data directory or its server needs a person's attention. The message is one line with the remedy. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** This machine cannot run the embedded PostgreSQL at all. The message explains how to use another one. */
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

/** Another live process serves this data directory. Its database was not touched. */
export class DataDirectoryInUse extends EmbeddedPostgresError {
  override readonly name = 'DataDirectoryInUse';

  constructor(dataDir: string, holder: string) {
    super(
      `The data directory ${dataDir} is in use by ${holder}. Stop that one first, or set DATA_DIR to another directory.`,
    );
  }
}
