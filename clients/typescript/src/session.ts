import type { Answer } from './call.ts';
import { FifthwheelError } from './errors.ts';

/** A user's session. Store it, and pass it to `createClient` to continue later. */
export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
}

type Refresh = (refreshToken: string) => Promise<Answer<Session>>;

/** Holds the tokens. Refreshes them once for all calls that find them expired. */
export class Sessions {
  #current: Session | null;
  #exchange: Promise<void> | null = null;
  readonly #onChange: (session: Session | null) => void;
  readonly #refresh: Refresh;

  constructor(parts: {
    session: Session | null;
    onChange: (session: Session | null) => void;
    refresh: Refresh;
  }) {
    this.#current = parts.session;
    this.#onChange = parts.onChange;
    this.#refresh = parts.refresh;
  }

  get current(): Session | null {
    return this.#current;
  }

  set(session: Session | null): void {
    this.#current =
      session === null ? null : { accessToken: session.accessToken, refreshToken: session.refreshToken };
    this.#onChange(this.#current);
  }

  /** Resolves to whether the access token has changed since `refused` was rejected. */
  async renew(refused: string): Promise<boolean> {
    if (this.#current !== null && this.#current.accessToken === refused) {
      this.#exchange ??= this.#renew(this.#current).finally(() => {
        this.#exchange = null;
      });
      await this.#exchange;
    }
    return this.#current !== null && this.#current.accessToken !== refused;
  }

  async #renew({ refreshToken }: Session): Promise<void> {
    try {
      this.set((await this.#refresh(refreshToken)).data);
    } catch (error) {
      // Only a rejection ends the session. After a connection error it can still be valid.
      if (!(error instanceof FifthwheelError) || error.status !== 401) throw error;
      if (this.#current?.refreshToken === refreshToken) this.set(null);
    }
  }
}
