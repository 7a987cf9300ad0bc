/**
 * Calls `work` with a signal that aborts after `ms`, or together with `parent`, and lets go of both when the work ends.
 *
 * Not AbortSignal.any: a parent keeps an entry for every signal derived from it that way, so one that lives as long as
 * the process would grow with every request.
 */
export async function withDeadline<T>(
  ms: number,
  parent: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(parent?.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException('the deadline passed', 'TimeoutError')),
    ms,
  );
  timer.unref();
  if (parent?.aborted === true) onAbort();
  else parent?.addEventListener('abort', onAbort, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    parent?.removeEventListener('abort', onAbort);
  }
}

/** Whether the signal aborted because its deadline passed. */
export function isPastDeadline({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}
