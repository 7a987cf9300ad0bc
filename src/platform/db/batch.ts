/**
 * Several statements in one message to the server, with one answer to all of them: it works off what it is sent and
 * reports when it is asked to (the `Sync` of the extended protocol). After one that fails it leaves out the rest.
 */
import pg from 'pg';
import { namedStatement } from './prepared.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface BatchOptions {
  readonly types: pg.CustomTypesConfig;
  /** How long the answer is waited for when not as long as the client waits for any. */
  readonly timeoutMs?: number | undefined;
}

/** What the driver keeps of a connection, unknown to its types: the names of statements it has sent, and sees parsed. */
interface Wire extends pg.Connection {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
}

/** What the driver's client calls on the query that is being answered. */
interface Answered {
  readonly name?: string;
  readonly text: string;
  submit(wire: Wire): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleEmptyQuery(wire: Wire): void;
  handleCopyInResponse(wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
}

export type BatchResult = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;

/** Rejects with the error of the first statement that fails. */
export function runBatch(
  client: pg.ClientBase,
  statements: readonly Statement[],
  options: BatchOptions,
): Promise<readonly BatchResult[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new Batch(statements, options, (error, results) => {
        if (error === null) resolve(results);
        else reject(error);
      }),
    );
  });
}

class Batch implements pg.Submittable {
  /** Under these names the driver's client looks for them. */
  callback: (error: Error | null, results: readonly BatchResult[]) => void;
  readonly query_timeout: number | undefined;
  readonly #queries: readonly Answered[];
  readonly #results: BatchResult[] = [];
  #at = 0;
  #failure: Error | null = null;

  constructor(statements: readonly Statement[], options: BatchOptions, callback: Batch['callback']) {
    this.callback = callback;
    this.query_timeout = options.timeoutMs;
    this.#queries = statements.map(({ text, values }) => {
      const config = { ...namedStatement(text), values: [...values], types: options.types };
      return new pg.Query(
        // Else what has no values would be sent in the simple protocol, which is answered at once.
        { ...config, queryMode: 'extended' } as pg.QueryConfig,
        (error, result) => {
          if (error) this.#failure ??= error;
          else this.#results.push(result);
        },
      ) as unknown as Answered;
    });
  }

  get #current(): Answered | undefined {
    return this.#queries[this.#at];
  }

  get name(): string | undefined {
    return this.#current?.name;
  }

  get text(): string | undefined {
    return this.#current?.text;
  }

  submit(connection: pg.Connection): void {
    const wire = connection as Wire;
    const withoutSync = Object.create(wire, { sync: { value: () => {} } }) as Wire;
    wire.stream.cork();
    for (const query of this.#queries) {
      const refusal = query.submit(withoutSync);
      this.#failure ??= refusal;
      // Values that cannot be written, told by the callback: what follows must not be done without it, the commit least.
      if (this.#failure !== null) break;
    }
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription(message: unknown): void {
    this.#current?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#current?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, wire: Wire): void {
    this.#current?.handleCommandComplete(message, wire);
    this.#at++;
  }

  handleEmptyQuery(wire: Wire): void {
    this.#current?.handleEmptyQuery(wire);
    this.#at++;
  }

  handleCopyInResponse(wire: Wire): void {
    this.#current?.handleCopyInResponse(wire);
  }

  handlePortalSuspended(): void {}

  handleCopyData(): void {}

  handleError(error: Error, wire: Wire): void {
    // The server has not read these: they must not count as known to it.
    for (const { name } of this.#queries.slice(this.#at)) {
      if (name !== undefined && wire.parsedStatements[name] === undefined)
        delete wire.submittedNamedStatements[name];
    }
    this.callback(error, []);
  }

  handleReadyForQuery(wire: Wire): void {
    if (this.#failure === null) for (const query of this.#queries) query.handleReadyForQuery(wire);
    this.callback(this.#failure, this.#results);
  }
}
