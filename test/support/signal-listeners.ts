import { getEventListeners } from 'node:events';

/** Returns the number of listeners of a signal plus the entries that Node stores on it for signals derived by AbortSignal.any. */
export function countListeners(signal: AbortSignal): number {
  const derived = Object.getOwnPropertySymbols(signal)
    .filter((symbol) => String(symbol) === 'Symbol(kDependantSignals)')
    .map((symbol) => (signal as unknown as Record<symbol, { size: number } | undefined>)[symbol]?.size ?? 0);
  return derived.reduce((sum, size) => sum + size, getEventListeners(signal, 'abort').length);
}
