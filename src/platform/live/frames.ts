/** The wire form of server-sent events, and of the position that `Last-Event-ID` gives back. */

/** `data` must be a single line of JSON; event names and IDs are trusted and need no escaping. */
export function eventFrame(type: string, data: string, id: string | null): string {
  return `${id === null ? '' : `id: ${id}\n`}event: ${type}\ndata: ${data}\n\n`;
}

export const HEARTBEAT_FRAME = ':\n\n';

export function retryFrame(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`;
}

/** One number per channel, in the order in which the stream named its channels: `41.7`. */
export function writePosition(seqs: readonly number[]): string {
  return seqs.join('.');
}

const POSITION = /^\d{1,15}(?:\.\d{1,15}){0,7}$/;

/** null when the text is not a position; channels that it lacks are undefined. */
export function readPosition(text: string | null): readonly number[] | null {
  return text === null || !POSITION.test(text) ? null : text.split('.').map(Number);
}
