/** Thrown for work that exceeds its time limit. */
export class TimeoutError extends Error {
  constructor(ms: number) {
    super(`no result within ${ms} ms`);
    this.name = 'TimeoutError';
  }
}

/** Returns the result of `work`; throws a TimeoutError if it takes longer. The work itself continues. */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError(ms)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
