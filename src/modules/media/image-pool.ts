import { SECOND_MS } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { ImageLane, type LaneLimits } from './image-lane.ts';
import type { ImageProfileName } from './image-profiles.ts';
import type { RenderSource } from './image-process.ts';
import type { DrawingRequest, RenderOutcome } from './image-renderer.ts';

export interface ImagePoolOptions extends Partial<LaneLimits> {
  /** How many pictures are decoded at the same time, each in a process of its own. */
  readonly processes?: number;
  /** How many pictures may wait for a process; any further one is refused. */
  readonly waitingMax?: number;
}

const DEFAULTS = {
  processes: 2,
  waitingMax: 48,
  cpuMsMax: 5 * SECOND_MS,
  timeoutMs: 30 * SECOND_MS,
  idleMs: 30 * SECOND_MS,
} as const;
const RETRY_AFTER_SECONDS = '5';

/** Bounds the cost of pictures: so many processes, so much time each, so many waiting. First come, first served. */
export class ImagePool {
  readonly #lanes: readonly ImageLane[];
  readonly #free: ImageLane[];
  readonly #waitingMax: number;
  readonly #waiting: ((lane: ImageLane | null) => void)[] = [];
  #stopped = false;

  constructor(options: ImagePoolOptions = {}) {
    const { processes, waitingMax, ...limits } = { ...DEFAULTS, ...options };
    this.#lanes = Array.from({ length: processes }, () => new ImageLane(limits));
    this.#free = [...this.#lanes];
    this.#waitingMax = waitingMax;
  }

  /** Of the processes that run. */
  get pids(): readonly number[] {
    return this.#lanes.flatMap((lane) => lane.pid ?? []);
  }

  render(file: string, profile: ImageProfileName): Promise<RenderOutcome> {
    return this.#run({ file, profile });
  }

  /** One size of a drawing of our own. */
  draw(drawing: DrawingRequest): Promise<RenderOutcome> {
    return this.#run(drawing);
  }

  async #run(source: RenderSource): Promise<RenderOutcome> {
    const lane = await this.#enter();
    try {
      return await lane.render(source);
    } finally {
      this.#leave(lane);
    }
  }

  stop(): void {
    this.#stopped = true;
    for (const admit of this.#waiting.splice(0)) admit(null);
    for (const lane of this.#lanes) lane.stop();
  }

  async #enter(): Promise<ImageLane> {
    if (this.#stopped) throw overloaded();
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#waiting.length >= this.#waitingMax) throw overloaded();
    const lane = await new Promise<ImageLane | null>((resolve) => this.#waiting.push(resolve));
    if (lane === null) throw overloaded();
    return lane;
  }

  #leave(lane: ImageLane): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(lane);
    else next(lane);
  }
}

function overloaded(): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'Too many pictures are being processed. Please try again shortly.',
    {
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    },
  );
}
