export interface Deadline {
  readonly signal: AbortSignal | undefined;
  /** Detaches from the parent signal; call it when the work has ended. An abort detaches too. */
  readonly release: () => void;
}

/**
 * Returns a signal that aborts with `parent` or after `ms`. AbortSignal.any would leak: a parent keeps an
 * entry for every signal derived from it, so a program that passes one signal to all its calls would grow
 * with each.
 */
export function deadline(ms: number, parent: AbortSignal | undefined): Deadline {
  const timeout = ms === Infinity ? undefined : AbortSignal.timeout(ms);
  if (parent === undefined || timeout === undefined) return { signal: timeout ?? parent, release: () => {} };
  const controller = new AbortController();
  const sources = [parent, timeout];
  const release = (): void => {
    for (const source of sources) source.removeEventListener('abort', onAbort);
  };
  function onAbort(this: AbortSignal): void {
    release();
    controller.abort(this.reason);
  }
  if (parent.aborted) controller.abort(parent.reason);
  else for (const source of sources) source.addEventListener('abort', onAbort);
  return { signal: controller.signal, release };
}
