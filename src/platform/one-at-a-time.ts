/** Callers that arrive while `read` is running get its result instead of starting another one. */
export function oneAtATime<T>(read: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  return () =>
    (current ??= read().finally(() => {
      current = null;
    }));
}

/**
 * Returns a function whose callers share one further run if `work` is running, and wait for it, because the current run may have
 * missed their change.
 */
export function oneAfterAnother(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let isRequested = false;
  const run = (): Promise<void> => {
    if (current !== null) {
      isRequested = true;
      return current.then(() => current ?? undefined);
    }
    current = work().finally(() => {
      current = null;
      if (!isRequested) return;
      isRequested = false;
      void run().catch(() => {});
    });
    return current;
  };
  return run;
}
