/** Callers that arrive while `read` is running get its result instead of starting another one. */
export function oneAtATime<T>(read: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  return () =>
    (current ??= read().finally(() => {
      current = null;
    }));
}

/**
 * Callers that arrive while `work` is running share one further run and wait for it, because what they ask for may have come too
 * late for the current one.
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
