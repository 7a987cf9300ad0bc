import { StartError } from '../errors/start-error.ts';

/** This machine cannot run the embedded PostgreSQL at all; the message says how to go on with another one. */
export class EmbeddedPostgresUnavailable extends StartError {
  constructor(reason: string, options?: ErrorOptions) {
    super(
      `The embedded PostgreSQL cannot run here: ${reason}. ` +
        'Set DATABASE_URL to a PostgreSQL server (15 to 18), e.g. postgresql://user:password@host:5432/database.',
      options,
    );
    this.name = 'EmbeddedPostgresUnavailable';
  }
}

/** Another live process serves this data directory; its database was left alone. */
export class DataDirectoryInUse extends StartError {
  constructor(dataDir: string, holder: string) {
    super(
      `The data directory ${dataDir} is in use by ${holder}. Stop that one first, or set DATA_DIR to another directory.`,
    );
    this.name = 'DataDirectoryInUse';
  }
}

/** The data directory or the server in it is in a state that a person has to look at. */
export class EmbeddedPostgresError extends StartError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}
