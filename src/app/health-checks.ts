/**
 * Checks dependencies in the background, so that a probe gets its result from memory whatever they do. A result states its age. A
 * check that hangs occupies one request to its dependency, never a second one.
 */
import { monotonicMs, SECOND_MS } from '../platform/clock.ts';

type Figures = Readonly<Record<string, unknown>>;

export interface HealthCheck {
  readonly name: string;
  readonly everyMs: number;
  /** Rejects when the dependency does not work. Figures are part of the finding. */
  run(): Promise<Figures | void>;
}

/** `unknown`: the first check has not ended yet. `timeout`: the last one has not ended in time. */
export type HealthStatus = 'unknown' | 'ok' | 'timeout' | 'unreachable';

export interface Finding extends Figures {
  readonly status: HealthStatus;
  readonly age_seconds: number | null;
}

const TIMEOUT_MS = 2 * SECOND_MS;

interface CheckState {
  readonly check: HealthCheck;
  status: HealthStatus;
  figures: Figures;
  foundAtMs: number | null;
  running: Promise<void> | null;
}

export class HealthChecks {
  readonly #states: readonly CheckState[];
  readonly #nowMs: () => number;
  #timers: readonly NodeJS.Timeout[] = [];

  constructor(checks: readonly HealthCheck[], nowMs: () => number = monotonicMs) {
    this.#states = checks.map((check) => ({
      check,
      status: 'unknown',
      figures: {},
      foundAtMs: null,
      running: null,
    }));
    this.#nowMs = nowMs;
  }

  start(): void {
    if (this.#timers.length > 0) return;
    this.#timers = this.#states.map((state) => {
      void this.#run(state);
      return setInterval(() => void this.#run(state), state.check.everyMs).unref();
    });
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Checks everything now; resolves when each check has ended. */
  async refresh(): Promise<void> {
    const run = (state: CheckState): Promise<void> => this.#run(state);
    // A check in progress may have started before the change that the caller wants to see.
    await Promise.all(this.#states.filter(({ running }) => running !== null).map(run));
    await Promise.all(this.#states.map(run));
  }

  findings(): Readonly<Record<string, Finding>> {
    return Object.fromEntries(
      this.#states.map(({ check, status, figures, foundAtMs }) => [
        check.name,
        { status, age_seconds: foundAtMs === null ? null : this.#secondsSince(foundAtMs), ...figures },
      ]),
    );
  }

  #secondsSince(ms: number): number {
    return Math.round((this.#nowMs() - ms) / (SECOND_MS / 10)) / 10;
  }

  #run(state: CheckState): Promise<void> {
    state.running ??= this.#check(state).finally(() => {
      state.running = null;
    });
    return state.running;
  }

  async #check(state: CheckState): Promise<void> {
    const record = (status: HealthStatus, figures: Figures = {}): void => {
      Object.assign(state, { status, figures, foundAtMs: this.#nowMs() });
    };
    const timer = setTimeout(() => record('timeout'), TIMEOUT_MS);
    timer.unref();
    try {
      record('ok', (await state.check.run()) ?? {});
    } catch {
      record('unreachable');
    } finally {
      clearTimeout(timer);
    }
  }
}
