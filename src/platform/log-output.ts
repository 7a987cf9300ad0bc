/**
 * Standard output that never blocks the process. A pipe without a reader, a full disk or a slow file system must not
 * stop requests or a shutdown, so lines wait in a bounded queue. Lines beyond the bound, and lines that cannot be
 * written, are dropped and counted; the next line that gets through reports the count. A terminal is written
 * synchronously, as usual: Ctrl+S stops the process until Ctrl+Q.
 */
import fs from 'node:fs';
import { monotonicMs, SECOND_MS, systemClock } from './clock.ts';
import { systemErrorCode } from './errors/system-error.ts';

const QUEUE_BYTES_MAX = 4 * 1024 ** 2;
/** PIPE_BUF of Linux: writes up to this size are atomic, so that lines of several processes do not mix. */
const BATCH_BYTES = 4096;
/** Delay between retries, because a full pipe does not signal when it can take more. */
const FULL_PIPE_MS = 20;
const FAILED_MS = SECOND_MS;
const EXIT_MS = SECOND_MS;

interface Batch {
  readonly bytes: Buffer;
  readonly lines: number;
  written: number;
}

export interface LogOutputOptions {
  /** Whether a write returns immediately, with EAGAIN if the pipe is full. Other writes run in the thread pool. */
  readonly isNonBlocking: boolean;
  readonly queueBytesMax?: number;
}

export class LogOutput {
  readonly #fd: number;
  readonly #isNonBlocking: boolean;
  readonly #queueBytesMax: number;
  #lines: Buffer[] = [];
  #queuedBytes = 0;
  #batch: Batch | null = null;
  #isWriting = false;
  #retry: NodeJS.Timeout | null = null;
  #dropped = 0;
  #hasGap = false;
  /** The last line is cut off. */
  #isTorn = false;

  constructor(fd: number, { isNonBlocking, queueBytesMax = QUEUE_BYTES_MAX }: LogOutputOptions) {
    this.#fd = fd;
    this.#isNonBlocking = isNonBlocking;
    this.#queueBytesMax = queueBytesMax;
  }

  /** Lines that were dropped since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Queues a text that ends with a newline. */
  write(text: string): void {
    const line = Buffer.from(this.#hasGap ? `${this.#gapLine()}${text}` : text);
    if (this.#queuedBytes + line.length > this.#queueBytesMax) {
      this.#drop(1);
      return;
    }
    this.#hasGap = false;
    this.#lines.push(line);
    this.#queuedBytes += line.length;
    if (!this.#isWriting && this.#retry === null) this.#writeQueue();
  }

  /** Writes queued lines for at most a second. The event loop has ended, so this blocks. */
  writeBeforeExit(): void {
    // The exit waits for the threads, and with them for the write that is under way.
    if (this.#isWriting) this.#batch = null;
    const deadlineMs = monotonicMs() + EXIT_MS;
    const pause = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    for (let batch = this.#nextBatch(); batch !== null; batch = this.#nextBatch()) {
      try {
        this.#advance(batch, fs.writeSync(this.#fd, batch.bytes, batch.written));
      } catch (error) {
        if (systemErrorCode(error) !== 'EAGAIN' || monotonicMs() > deadlineMs) return;
        Atomics.wait(pause, 0, 0, FULL_PIPE_MS);
      }
    }
  }

  #writeQueue(): void {
    for (let batch = this.#nextBatch(); batch !== null; batch = this.#nextBatch()) {
      if (!this.#isNonBlocking) {
        this.#writeInThread(batch);
        return;
      }
      try {
        this.#advance(batch, fs.writeSync(this.#fd, batch.bytes, batch.written));
      } catch (error) {
        this.#retryAfter(error);
        return;
      }
    }
  }

  #writeInThread(batch: Batch): void {
    this.#isWriting = true;
    fs.write(this.#fd, batch.bytes, batch.written, (error, count) => {
      this.#isWriting = false;
      if (error === null) {
        this.#advance(batch, count);
        this.#writeQueue();
      } else this.#retryAfter(error);
    });
  }

  /** Whole lines up to the size of a batch; a longer line goes alone. */
  #nextBatch(): Batch | null {
    if (this.#batch !== null || this.#lines.length === 0) return this.#batch;
    let bytes = 0;
    const end = this.#lines.findIndex((line, i) => {
      bytes += line.length;
      return i > 0 && bytes > BATCH_BYTES;
    });
    const lines = this.#lines.splice(0, end === -1 ? this.#lines.length : end);
    const whole = Buffer.concat(lines);
    this.#queuedBytes -= whole.length;
    this.#batch = {
      bytes: this.#isTorn ? Buffer.concat([Buffer.from('\n'), whole]) : whole,
      lines: lines.length,
      written: 0,
    };
    return this.#batch;
  }

  #advance(batch: Batch, count: number): void {
    batch.written += count;
    this.#isTorn = batch.written < batch.bytes.length;
    if (!this.#isTorn) this.#batch = null;
  }

  #retryAfter(error: unknown): void {
    const isFull = systemErrorCode(error) === 'EAGAIN';
    if (!isFull && this.#batch !== null) {
      this.#drop(this.#batch.lines);
      this.#batch = null;
    }
    this.#retry = setTimeout(
      () => {
        this.#retry = null;
        this.#writeQueue();
      },
      isFull ? FULL_PIPE_MS : FAILED_MS,
    );
    // Pending lines must not keep the process alive.
    this.#retry.unref();
  }

  #drop(lines: number): void {
    this.#dropped += lines;
    this.#hasGap = true;
  }

  /** Formats a line like a warning of the logger. */
  #gapLine(): string {
    const time = systemClock.now().toISOString();
    const msg = 'log lines were dropped, because standard output did not accept them';
    return `${JSON.stringify({ level: 40, time, pid: process.pid, droppedSinceStart: this.#dropped, msg })}\n`;
  }
}

let stdout: LogOutput | null = null;

/** Returns the log output of this process. */
export function stdoutLog(): LogOutput {
  if (stdout === null) {
    const { fd } = process.stdout;
    const stats = fs.fstatSync(fd);
    // Node.js has made a pipe or socket non-blocking by the access to `process.stdout`.
    const isNonBlocking = stats.isFIFO() || stats.isSocket() || process.stdout.isTTY;
    const output = new LogOutput(fd, { isNonBlocking });
    process.on('exit', () => output.writeBeforeExit());
    stdout = output;
  }
  return stdout;
}
