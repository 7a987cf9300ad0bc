import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { monotonicMs, SECOND_MS } from '../../platform/clock.ts';
import { PACKAGE_ROOT } from '../../platform/package-root.ts';
import type { ProcessMessage, RenderSource } from './image-process.ts';
import type { RenderOutcome } from './image-renderer.ts';

/** Compiled file, because a child process cannot run TypeScript. */
const PROGRAM = path.join(PACKAGE_ROOT, 'dist/src/modules/media/image-process.js');

/**
 * The server's environment is not passed on, because it contains secrets. One arena keeps glibc from hoarding memory
 * that decoders free.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1', VIPS_CONCURRENCY: '1' };

const START_TIMEOUT_MS = 15 * SECOND_MS;

type Ending = 'exit' | 'timeout';

interface Rendering {
  readonly outcome: RenderOutcome;
  /** Processor time; an estimate if the process died or hung. */
  readonly cpuMs: number;
}

export interface LaneLimits {
  readonly cpuMsMax: number;
  /** Wall-clock time per image: the last resort against a process that hangs without working. */
  readonly timeoutMs: number;
  /** Idle time before the process is stopped. */
  readonly idleMs: number;
}

/** Runs one image process: started for the first image, killed when idle, replaced after it died. */
export class ImageLane {
  readonly #limits: LaneLimits;
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Renders one image; must not be called concurrently. An image that kills the process is unreadable, one that
   * stalls it is too slow.
   */
  async render(request: RenderSource): Promise<Rendering> {
    clearTimeout(this.#idle);
    const child = this.#child ?? (await this.#start());
    const { cpuMsMax, timeoutMs, idleMs } = this.#limits;
    const startedMs = monotonicMs();
    const response = nextMessage(child, timeoutMs);
    child.send({ ...request, cpuMsMax });
    const message = await response;
    const outcome = outcomeOf(message);
    const cpuMs =
      typeof message === 'object' && 'cpuMs' in message
        ? message.cpuMs
        : Math.min(cpuMsMax, monotonicMs() - startedMs);
    if (outcome.refusal === 'too_slow') this.stop();
    this.#idle = setTimeout(() => this.stop(), idleMs).unref();
    return { outcome, cpuMs };
  }

  stop(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(PROGRAM, [], {
      serialization: 'advanced',
      execArgv: [],
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    // The pending request reports it; without a listener it would crash the server.
    child.on('error', () => {});
    child.once('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    const first = await nextMessage(child, START_TIMEOUT_MS);
    if (typeof first === 'string') {
      this.stop();
      throw new Error(`the image process did not start (${first}): ${PROGRAM}`);
    }
    // An idle process must not keep the server from exiting.
    child.unref();
    child.channel?.unref();
    return child;
  }
}

function outcomeOf(message: ProcessMessage | Ending): RenderOutcome {
  if (message === 'exit') return { refusal: 'unreadable' };
  if (message === 'timeout') return { refusal: 'too_slow' };
  if ('ready' in message) throw new Error('an image process spoke out of turn');
  return message.outcome;
}

/** Resolves with the next message of the process, or with the reason why none came. */
function nextMessage(child: ChildProcess, timeoutMs: number): Promise<ProcessMessage | Ending> {
  return new Promise((resolve) => {
    const finish = (message: ProcessMessage | Ending): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
      resolve(message);
    };
    const onMessage = (message: unknown): void => finish(message as ProcessMessage);
    const onEnd = (): void => finish('exit');
    const timer = setTimeout(() => finish('timeout'), timeoutMs);
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd);
  });
}
