/** Counts the event-loop ticks that other work gets until the promise settles. */
export async function countTicksUntil(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  let ticks = 0;
  const done = work.finally(() => (isDone = true));
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    ticks += 1;
  }
  await done;
  return ticks;
}
