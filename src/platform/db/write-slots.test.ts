import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RUNNING_MAX, TooManyWritesError, WAIT_MS_MAX, WAITING_MAX, WriteSlots } from './write-slots.ts';

const REQUEST = { isBackground: false };
const JOB = { isBackground: true };

let slots: WriteSlots;
beforeEach(() => {
  vi.useFakeTimers();
  slots = new WriteSlots();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A transaction that runs until it is ended. */
function begin(account: string, kind = REQUEST) {
  const onStart = vi.fn<() => void>();
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const outcome = slots.run(account, kind, () => {
    onStart();
    return ended;
  });
  outcome.catch(() => {});
  return { begun: onStart, end, outcome };
}

const several = (count: number, account: string) => Array.from({ length: count }, () => begin(account));
const turn = () => vi.advanceTimersByTimeAsync(0);

it('lets so many transactions of an account run, and the next ones in their order when one has ended', async () => {
  const [first, second] = several(RUNNING_MAX, 'a');
  const third = begin('a');
  const fourth = begin('a');
  await turn();
  expect([first, second, third, fourth].map((each) => each?.begun.mock.calls.length)).toEqual([1, 1, 0, 0]);
  second?.end();
  await turn();
  expect([third.begun.mock.calls.length, fourth.begun.mock.calls.length]).toEqual([1, 0]);
});

it('makes no account wait for another', async () => {
  several(RUNNING_MAX + WAITING_MAX, 'a');
  const other = begin('b');
  await turn();
  expect(other.begun).toHaveBeenCalledOnce();
});

it('rejects a transaction at once where too many of its account wait', async () => {
  several(RUNNING_MAX + WAITING_MAX, 'a');
  await expect(begin('a').outcome).rejects.toBeInstanceOf(TooManyWritesError);
});

it('rejects one that has waited for too long, which then takes no place', async () => {
  const running = several(RUNNING_MAX, 'a');
  const late = begin('a');
  await vi.advanceTimersByTimeAsync(WAIT_MS_MAX);
  await expect(late.outcome).rejects.toBeInstanceOf(TooManyWritesError);
  const next = begin('a');
  running[0]?.end();
  await turn();
  expect(next.begun).toHaveBeenCalledOnce();
  expect(late.begun).not.toHaveBeenCalled();
});

it('lets a job wait for as long as it takes, however many wait', async () => {
  const running = several(RUNNING_MAX + WAITING_MAX, 'a');
  const job = begin('a', JOB);
  await vi.advanceTimersByTimeAsync(WAIT_MS_MAX * 10);
  expect(job.begun).not.toHaveBeenCalled();
  for (const { end } of running) end();
  await turn();
  expect(job.begun).toHaveBeenCalledOnce();
});

it('gives the place of a transaction that fails to the next', async () => {
  const failing = slots.run('a', REQUEST, () => Promise.reject(new Error('refused')));
  await expect(failing).rejects.toThrow('refused');
  several(RUNNING_MAX - 1, 'a');
  const next = begin('a');
  await turn();
  expect(next.begun).toHaveBeenCalledOnce();
});

it('forgets an account that has nothing under way', async () => {
  const running = several(RUNNING_MAX + 1, 'a');
  for (const { end } of running) end();
  await turn();
  await Promise.all(running.map(({ outcome }) => outcome));
  expect(slots.size).toBe(0);
});
