export interface Deadline {
  readonly signal: AbortSignal | undefined;
  /** Lets go of the parent; call it when the work has ended. It happens by itself when the signal aborts. */
  readonly release: () => void;
}

/**
 * A signal that aborts with `parent` or after `ms`. Not AbortSignal.any: a parent keeps an entry for every signal derived
 * from it that way, so a program that passes one signal to all its calls would grow with each.
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
