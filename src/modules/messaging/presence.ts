import { sql } from 'kysely';
import { type Clock, addMs, MINUTE_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log.ts';

/** The database announces who comes back after two minutes away: `usr_…`, or `usr_… sel_…`. */
export const PRESENCE_CHANNEL = 'fifthwheel_presence';

const TOUCH_EVERY_MS = MINUTE_MS;
/** For how many people this process remembers the last activity, to spare queries. */
const REMEMBERED_MAX = 50_000;

/**
 * When people were last seen, exact to a minute. Authentication notes it too, but not in the first minute of a session,
 * and not for streams, which are one request for hours.
 */
export class Presence {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #touchedAtMs = new Map<string, number>();

  constructor(parts: { db: Database; clock: Clock; log: Logger }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#log = parts.log;
  }

  /** Never fails: whether somebody is seen as online is not worth a request. */
  async touch(userIds: readonly string[]): Promise<void> {
    const now = this.#clock.now();
    const due = userIds.filter((id) => now.getTime() - (this.#touchedAtMs.get(id) ?? 0) >= TOUCH_EVERY_MS);
    if (due.length === 0) return;
    if (this.#touchedAtMs.size > REMEMBERED_MAX) this.#touchedAtMs.clear();
    for (const id of due) this.#touchedAtMs.set(id, now.getTime());
    try {
      await this.#write(due, now);
    } catch (error) {
      this.#log.warn({ err: error }, 'presence could not be written');
    }
  }

  /** A row that another request is updating is left to it. */
  async #write(userIds: readonly string[], now: Date): Promise<void> {
    await sql`
      with due as (
        select id from users
        where id = any(${[...userIds]}::text[])
          and (last_seen_at is null or last_seen_at <= ${addMs(now, -TOUCH_EVERY_MS)})
        order by id for no key update skip locked
      )
      update users set last_seen_at = ${now} from due where users.id = due.id`.execute(this.#db);
  }
}
