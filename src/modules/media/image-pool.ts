import { type Clock, MINUTE_MS, SECOND_MS, systemClock } from '../../platform/clock.ts';
import { type AppError, unavailable } from '../../platform/errors/app-error.ts';
import { rateLimited } from '../../platform/errors/rate-limited.ts';
import { ImageLane, type LaneLimits } from './image-lane.ts';
import type { ImageProfileName } from './image-profiles.ts';
import type { RenderSource } from './image-process.ts';
import type { DrawingRequest, RenderOutcome } from './image-renderer.ts';
import { FairSlots } from './fair-slots.ts';
import { t } from '../../platform/errors/sentence.ts';

interface ImagePoolOptions extends Partial<LaneLimits> {
  readonly processes?: number;
  /** Open image requests per account; further ones are rejected. */
  readonly accountRequestsMax?: number;
  /** Open image requests of all accounts; drawings of the demo market count separately. */
  readonly requestsMax?: number;
  /** Processor time that an account may use before it has to wait. */
  readonly accountCpuMsMax?: number;
  readonly clock?: Clock;
}

/** Account to charge, and whether a client waits for the response. */
export interface ImageOwner {
  /** The seller for uploads of its team, or else the user. */
  readonly account: string;
  /** For jobs: they wait as long as necessary and are never rejected. */
  readonly isBackground?: boolean;
}

const DEFAULTS = {
  processes: 2,
  accountRequestsMax: 8,
  requestsMax: 64,
  accountCpuMsMax: 10 * MINUTE_MS,
  cpuMsMax: 5 * SECOND_MS,
  timeoutMs: 30 * SECOND_MS,
  idleMs: 30 * SECOND_MS,
} as const;
const RETRY_AFTER_SECONDS = 5;
/** Account of the instance: its drawings are trusted and cheap, so it can use every process. */
const INSTANCE = 'instance';

/**
 * Bounds the cost of images: number of processes, time per image, and share per account. All images are decoded here.
 */
export class ImagePool {
  readonly #lanes: readonly ImageLane[];
  readonly #turns: FairSlots<ImageLane>;
  readonly #limits: typeof DEFAULTS & ImagePoolOptions;
  /** Open requests by account. */
  readonly #requests = new Map<string, number>();
  #openRequests = 0;
  #openDrawings = 0;

  constructor({ clock = systemClock, ...options }: ImagePoolOptions = {}) {
    const limits = { ...DEFAULTS, ...options } as typeof DEFAULTS & ImagePoolOptions;
    this.#limits = limits;
    this.#lanes = Array.from({ length: limits.processes }, () => new ImageLane(limits));
    this.#turns = new FairSlots({
      slots: this.#lanes,
      clock,
      perAccount: (account) => (account === INSTANCE ? limits.processes : 1),
    });
  }

  get pids(): readonly number[] {
    return this.#lanes.flatMap((lane) => lane.pid ?? []);
  }

  /**
   * Renders the files one after the other. Limits are checked once for all of them, so that an admitted request is
   * not rejected halfway.
   */
  async render(
    owner: ImageOwner,
    files: readonly string[],
    profile: ImageProfileName,
  ): Promise<RenderOutcome[]> {
    const leave = owner.isBackground === true ? undefined : this.#admit(owner.account);
    try {
      const outcomes: RenderOutcome[] = [];
      for (const file of files) outcomes.push(await this.#run(owner.account, { file, profile }));
      return outcomes;
    } finally {
      leave?.();
    }
  }

  async draw(drawing: DrawingRequest): Promise<RenderOutcome> {
    if (this.#openDrawings >= this.#limits.requestsMax) throw overloaded();
    this.#openDrawings += 1;
    try {
      return await this.#run(INSTANCE, drawing);
    } finally {
      this.#openDrawings -= 1;
    }
  }

  stop(): void {
    this.#turns.close();
    for (const lane of this.#lanes) lane.stop();
  }

  /** Returns a function that ends the request. */
  #admit(account: string): () => void {
    const { accountRequestsMax, requestsMax, accountCpuMsMax } = this.#limits;
    const open = this.#requests.get(account) ?? 0;
    const waitSeconds = Math.ceil(this.#turns.waitMs(account, accountCpuMsMax) / SECOND_MS);
    if (waitSeconds > 0) {
      throw rateLimited(
        t('Your images took too much processing time. Try again in {seconds} seconds.', {
          seconds: waitSeconds,
        }),
        {
          limit: accountCpuMsMax / SECOND_MS,
          waitSeconds,
        },
      );
    }
    if (open >= accountRequestsMax) {
      throw rateLimited(
        t(
          'You can have {max} image uploads processed at the same time. Try again when one of them is done.',
          {
            max: accountRequestsMax,
          },
        ),
        { limit: accountRequestsMax, waitSeconds: RETRY_AFTER_SECONDS },
      );
    }
    if (this.#openRequests >= requestsMax) throw overloaded();
    this.#requests.set(account, open + 1);
    this.#openRequests += 1;
    return () => {
      const left = (this.#requests.get(account) ?? 1) - 1;
      if (left === 0) this.#requests.delete(account);
      else this.#requests.set(account, left);
      this.#openRequests -= 1;
    };
  }

  async #run(account: string, source: RenderSource): Promise<RenderOutcome> {
    const lane = await this.#turns.take(account);
    if (lane === null) throw overloaded();
    let cpuMs = 0;
    try {
      const rendering = await lane.render(source);
      cpuMs = rendering.cpuMs;
      return rendering.outcome;
    } finally {
      this.#turns.release(account, lane, cpuMs);
    }
  }
}

function overloaded(): AppError {
  return unavailable(
    t('Too many images are being processed. Try again in a few seconds.'),
    RETRY_AFTER_SECONDS,
  );
}
