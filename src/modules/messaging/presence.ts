import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { recordLastSeen } from '../auth/index.ts';

/** Channel on which the database announces users who return after two minutes of inactivity: `usr_…`, or `usr_… sel_…`. */
export const PRESENCE_CHANNEL = 'fifthwheel_presence';

const TOUCH_EVERY_MS = MINUTE_MS;
/** Number of users whose last activity this process remembers, to avoid queries. */
const REMEMBERED_MAX = 50_000;

type PresenceParts = Pick<Platform, 'db' | 'clock' | 'log'>;

/**
 * When people were last seen, exact to a minute. Authentication notes it too, but not in the first minute of a session,
 * and not for streams, which are one request for hours.
 */
export class Presence extends Service<PresenceParts> {
  readonly #touchedAtMs = new Map<string, number>();

  /** Never throws, because presence is not worth failing a request. */
  async touch(userIds: readonly string[]): Promise<void> {
    const now = this.parts.clock.now();
    const due = userIds.filter((id) => now.getTime() - (this.#touchedAtMs.get(id) ?? 0) >= TOUCH_EVERY_MS);
    if (due.length === 0) return;
    if (this.#touchedAtMs.size > REMEMBERED_MAX) this.#touchedAtMs.clear();
    for (const id of due) this.#touchedAtMs.set(id, now.getTime());
    try {
      await recordLastSeen(this.parts.db, due, now, TOUCH_EVERY_MS);
    } catch (error) {
      this.parts.log.warn({ err: error }, 'presence could not be written');
    }
  }
}
