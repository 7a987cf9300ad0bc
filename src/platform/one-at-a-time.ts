/** Callers that arrive while `read` is running get its result instead of starting another one. */
export function oneAtATime<T>(read: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  return () =>
    (current ??= read().finally(() => {
      current = null;
    }));
}
