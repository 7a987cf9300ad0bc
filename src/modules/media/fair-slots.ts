import type { Clock } from '../../platform/clock.ts';

/**
 * Share of one processor core that an account can use in the long run. Its debt of processor time shrinks at this
 * rate, so that past use does not slow it down for long.
 */
const REPAID_PER_MS = 0.5;

interface Account<Slot> {
  readonly waiting: ((slot: Slot | null) => void)[];
  inFlight: number;
  /** Sequence number of its last turn, across all accounts. */
  lastTurn: number;
  /** Debt of processor time at `debtAtMs`. */
  debtMs: number;
  debtAtMs: number;
}

/**
 * Assigns slots fairly. An account has at most `perAccount` slots at a time. A free slot goes to the waiting account
 * with the smallest debt of processor time; ties go to the one that has waited longest for a turn. Accounts with
 * costly images therefore get fewer turns.
 */
export class FairSlots<Slot> {
  readonly #free: Slot[];
  readonly #clock: Clock;
  readonly #perAccount: (account: string) => number;
  readonly #accounts = new Map<string, Account<Slot>>();
  #turn = 0;
  #isClosed = false;

  constructor(parts: {
    readonly slots: readonly Slot[];
    readonly clock: Clock;
    readonly perAccount: (account: string) => number;
  }) {
    this.#free = [...parts.slots];
    this.#clock = parts.clock;
    this.#perAccount = parts.perAccount;
  }

  /** Resolves with a slot, or with null once closed. */
  take(name: string): Promise<Slot | null> {
    if (this.#isClosed) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#accountOf(name).waiting.push(resolve);
      this.#dispatch();
    });
  }

  /** Releases the slot and charges its account. */
  release(name: string, slot: Slot, spentMs: number): void {
    const account = this.#accountOf(name);
    account.inFlight -= 1;
    account.debtMs = this.#debtOf(account) + spentMs;
    account.debtAtMs = this.#nowMs();
    this.#free.push(slot);
    this.#dispatch();
    this.#forgetSettled();
  }

  /** Returns the milliseconds until the account's debt is at most `debtMsMax`. */
  waitMs(name: string, debtMsMax: number): number {
    const account = this.#accounts.get(name);
    if (account === undefined) return 0;
    return Math.max(0, (this.#debtOf(account) - debtMsMax) / REPAID_PER_MS);
  }

  /** Pending and later calls of `take` resolve with null. */
  close(): void {
    this.#isClosed = true;
    for (const { waiting } of this.#accounts.values()) {
      for (const resolve of waiting.splice(0)) resolve(null);
    }
  }

  #dispatch(): void {
    while (this.#free.length > 0) {
      const next = this.#next();
      const resolve = next?.waiting.shift();
      const slot = resolve === undefined ? undefined : this.#free.pop();
      if (next === undefined || resolve === undefined || slot === undefined) return;
      next.inFlight += 1;
      next.lastTurn = ++this.#turn;
      resolve(slot);
    }
  }

  #next(): Account<Slot> | undefined {
    let best: { readonly account: Account<Slot>; readonly debtMs: number } | undefined;
    for (const [name, account] of this.#accounts) {
      if (account.waiting.length === 0 || account.inFlight >= this.#perAccount(name)) continue;
      const debtMs = this.#debtOf(account);
      const isBefore =
        best === undefined ||
        debtMs < best.debtMs ||
        (debtMs === best.debtMs && account.lastTurn < best.account.lastTurn);
      if (isBefore) best = { account, debtMs };
    }
    return best?.account;
  }

  #debtOf({ debtMs, debtAtMs }: Account<Slot>): number {
    return Math.max(0, debtMs - Math.max(0, this.#nowMs() - debtAtMs) * REPAID_PER_MS);
  }

  #nowMs(): number {
    return this.#clock.now().getTime();
  }

  #accountOf(name: string): Account<Slot> {
    let account = this.#accounts.get(name);
    if (account === undefined) {
      account = { waiting: [], inFlight: 0, lastTurn: 0, debtMs: 0, debtAtMs: this.#nowMs() };
      this.#accounts.set(name, account);
    }
    return account;
  }

  #forgetSettled(): void {
    for (const [name, account] of this.#accounts) {
      if (account.waiting.length === 0 && account.inFlight === 0 && this.#debtOf(account) === 0)
        this.#accounts.delete(name);
    }
  }
}
