/**
 * Several statements in one message to the server, with one answer to all of them: it works off what it is sent and
 * reports when it is asked to (the `Sync` of the extended protocol). After one that fails it leaves out the rest.
 *
 * What the rows of a statement look like is asked for once where the statement is kept by its connection: while it is
 * kept PostgreSQL refuses to answer with other columns.
 */
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { namedStatement } from './prepared.ts';
import { type Column, RowShape } from './row-shape.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface BatchOptions {
  readonly types: pg.CustomTypesConfig;
  /** How long the answer is waited for when not as long as the client waits for any. */
  readonly timeoutMs?: number | undefined;
}

export interface BatchResult {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: unknown[];
}

/** What the driver keeps of a connection, unknown to its types: the names of statements it has sent, and sees parsed. */
interface Wire extends Omit<pg.Connection, 'parse' | 'bind' | 'describe' | 'execute'> {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { text: string; name: string | undefined }): void;
  bind(portal: { statement: string | undefined; values: readonly unknown[] }): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  sendCopyFail(reason: string): void;
}

/** Shapes of the rows of kept statements, by their names. */
const shapesOf = new WeakMap<Wire, Map<string, RowShape>>();

const SHAPES_REMEMBERED = 300;
/** What the rows of other statements looked like the last time, by their texts: to compare is cheaper than to make anew. */
const lastShapes = new LRUCache<string, RowShape>({ max: SHAPES_REMEMBERED });

/** null: it was left out, because one before it failed. */
export type Answer = BatchResult | Error | null;

/** Rejects with the error of the first statement that fails. */
export async function runBatch(
  client: pg.ClientBase,
  statements: readonly Statement[],
  options: BatchOptions,
): Promise<readonly BatchResult[]> {
  const answers = await answersTo(client, statements, options);
  return answers.map((answer) => {
    if (answer === null) throw new Error('a statement was left out, and none before it failed');
    if (answer instanceof Error) throw answer;
    return answer;
  });
}

/** What became of each of them; rejects when the connection fails. */
export function answersTo(
  client: pg.ClientBase,
  statements: readonly Statement[],
  options: BatchOptions,
): Promise<readonly Answer[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new Batch(statements, options, (error, answers = []) => {
        if (error === null) resolve(answers);
        else reject(error);
      }),
    );
  });
}

class Running {
  readonly text: string;
  readonly name: string | undefined;
  readonly values: readonly unknown[];
  readonly rows: unknown[] = [];
  shape: RowShape | undefined;
  answer: Answer = null;

  constructor({ text, values }: Statement) {
    const { name } = namedStatement(text);
    this.text = text;
    this.name = name;
    this.values = values;
  }

  isKnownTo({ parsedStatements, submittedNamedStatements }: Wire): boolean {
    if (this.name === undefined) return false;
    return parsedStatements[this.name] !== undefined || submittedNamedStatements[this.name] !== undefined;
  }
}

class Batch implements pg.Submittable {
  /** Under these names the driver's client looks for them. */
  callback: (error: Error | null, answers?: readonly Answer[]) => void;
  readonly query_timeout: number | undefined;
  readonly #types: pg.CustomTypesConfig;
  readonly statements: readonly Running[];
  /** Which of them the server works on. */
  #at = 0;

  constructor(statements: readonly Statement[], options: BatchOptions, callback: Batch['callback']) {
    this.callback = callback;
    this.query_timeout = options.timeoutMs;
    this.#types = options.types;
    this.statements = statements.map((statement) => new Running(statement));
  }

  get #current(): Running | undefined {
    return this.statements[this.#at];
  }

  get name(): string | undefined {
    return this.#current?.name;
  }

  get text(): string | undefined {
    return this.#current?.text;
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    const shapes = shapesOf.get(wire) ?? new Map<string, RowShape>();
    shapesOf.set(wire, shapes);
    wire.stream.cork();
    for (const statement of this.statements) {
      const values = writable(statement.values);
      if (values instanceof Error) {
        // What follows must not be done without it, the commit least.
        statement.answer = values;
        break;
      }
      send(wire, shapes, statement, values);
    }
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    const current = this.#current;
    if (current === undefined) return;
    const last = lastShapes.get(current.text);
    current.shape = last?.fits(fields) === true ? last : new RowShape(fields, this.#types);
    if (current.shape !== last) lastShapes.set(current.text, current.shape);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const current = this.#current;
    if (current?.shape === undefined || current.answer !== null) return;
    try {
      current.rows.push(current.shape.read(fields));
    } catch (error) {
      current.answer = error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }, wire: Wire): void {
    const current = this.#current;
    if (current === undefined) return;
    const { name, shape, rows } = current;
    if (name !== undefined) shapesOf.get(wire)?.set(name, shape ?? RowShape.NONE);
    // As `INSERT 0 1`, `SELECT 5`, `COMMIT`.
    const [command = '', ...figures] = text.split(' ');
    const count = figures.at(-1);
    const rowCount = count !== undefined && /^\d+$/.test(count) ? Number(count) : null;
    current.answer ??= { command, rowCount, rows };
    this.#at++;
  }

  handleEmptyQuery(): void {
    if (this.#current !== undefined) this.#current.answer = { command: '', rowCount: 0, rows: [] };
    this.#at++;
  }

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('nothing is copied here');
  }

  handlePortalSuspended(): void {}

  handleCopyData(): void {}

  handleError(error: Error, wire: Wire): void {
    // The server has not read these: they must not count as known to it.
    for (const { name } of this.statements.slice(this.#at)) {
      if (name !== undefined && wire.parsedStatements[name] === undefined)
        delete wire.submittedNamedStatements[name];
    }
    if (!(error instanceof pg.DatabaseError) || this.#current === undefined) return this.callback(error);
    this.#current.answer = error;
    this.#tell();
  }

  handleReadyForQuery(): void {
    this.#tell();
  }

  #tell(): void {
    this.callback(
      null,
      this.statements.map(({ answer }) => answer),
    );
  }
}

function writable(values: readonly unknown[]): readonly unknown[] | Error {
  try {
    return values.map((value) => prepareValue(value));
  } catch (error) {
    return error as Error;
  }
}

function send(
  wire: Wire,
  shapes: ReadonlyMap<string, RowShape>,
  statement: Running,
  values: readonly unknown[],
): void {
  const { text, name } = statement;
  if (!statement.isKnownTo(wire)) {
    wire.parse({ text, name });
    if (name !== undefined) wire.submittedNamedStatements[name] = text;
  }
  wire.bind({ statement: name, values });
  statement.shape = name === undefined ? undefined : shapes.get(name);
  if (statement.shape === undefined) wire.describe({ type: 'P' });
  wire.execute();
}
