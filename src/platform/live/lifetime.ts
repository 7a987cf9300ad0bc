import { addMs, HOUR_MS, MINUTE_MS } from '../clock.ts';

/** No stream lives longer, so that whatever its opening was checked for is checked again; clients resume with `Last-Event-ID`. */
const LIFETIME_MS = HOUR_MS;
/** Streams that were opened together, such as after a restart, must not all reconnect together an hour later. */
const SPREAD_MS = 10 * MINUTE_MS;

/** When a stream that opens now ends. */
export function endOfStream(now: Date): Date {
  return addMs(now, LIFETIME_MS - Math.random() * SPREAD_MS);
}
