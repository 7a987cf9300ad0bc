import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** The environment of a command: streams, variables and the abort signal. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?: (on: boolean) => unknown };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Ends commands that wait or listen. */
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
}

/** An invalid command line. The message names the problem; the help follows it. */
export class UsageError extends Error {}

/** Removes the control characters with which a foreign text could steer the terminal. */
export function plain(text: unknown): string {
  return String(text as string).replaceAll(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, ' ');
}

export class Output {
  readonly #io: Io;
  readonly isJson: boolean;
  #hasBar = false;

  constructor(io: Io, isJson: boolean) {
    this.#io = io;
    this.isJson = isJson;
  }

  line(text: string): void {
    this.#io.stdout.write(`${text}\n`);
  }

  /** Prints the result: one line of JSON with `--json`, otherwise the lines of `text`. */
  result(value: unknown, text: () => readonly string[]): void {
    if (this.isJson) this.line(JSON.stringify(value));
    else for (const line of text()) this.line(line);
  }

  /** Prints a remark that is not part of the result. */
  note(text: string): void {
    this.#clearBar();
    this.#io.stderr.write(`${text}\n`);
  }

  progress(done: number, all: number | null, what: string): void {
    if (this.#io.stderr.isTTY !== true || this.isJson) return;
    const width = 30;
    const filled = all === null || all === 0 ? 0 : Math.min(width, Math.round((done / all) * width));
    const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
    this.#io.stderr.write(`\r\u001B[K${bar} ${done}${all === null ? '' : `/${all}`} ${what}`);
    this.#hasBar = true;
  }

  endProgress(): void {
    this.#clearBar();
  }

  #clearBar(): void {
    if (this.#hasBar) this.#io.stderr.write('\r\u001B[K');
    this.#hasBar = false;
  }
}

/** Formats rows as columns, each as wide as its longest cell. */
export function table(rows: readonly (readonly unknown[])[]): string[] {
  const texts = rows.map((row) => row.map((cell) => plain(cell ?? '–')));
  const widths = (texts[0] ?? []).map((_, column) =>
    Math.max(...texts.map((row) => row[column]?.length ?? 0)),
  );
  return texts.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Prompts for lines; on a terminal, secret input is not echoed. */
export async function ask(
  io: Io,
  questions: readonly { text: string; secret: boolean }[],
): Promise<string[]> {
  const isTerminal = io.stdin.isTTY === true;
  let isHidden = false;
  const lines = createInterface({
    input: io.stdin,
    terminal: isTerminal,
    ...(isTerminal ? { output: io.stderr } : {}),
  });
  // readline echoes each key press through this function.
  const echoing = lines as unknown as { _writeToOutput?: (text: string) => void };
  const show = echoing._writeToOutput?.bind(lines);
  echoing._writeToOutput = (text) => {
    if (!isHidden) show?.(text);
  };
  const responses: string[] = [];
  const iterator = lines[Symbol.asyncIterator]();
  try {
    for (const { text, secret } of questions) {
      if (isTerminal) io.stderr.write(text);
      isHidden = secret;
      const { value, done } = (await iterator.next()) as { value?: string; done?: boolean };
      if (isHidden && isTerminal) io.stderr.write('\n');
      isHidden = false;
      if (done === true || value === undefined) throw new UsageError(`no answer to: ${text.trim()}`);
      responses.push(value.trim());
    }
  } finally {
    lines.close();
  }
  return responses;
}
