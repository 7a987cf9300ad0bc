/** Acts: what somebody does beside a form. */
import { useState } from 'react';
import { download } from './download.ts';
import { refresh, type Told } from './query.ts';
import { problemText } from './ui/states.tsx';
import { say } from './ui/toasts.tsx';
import { useWords } from './words.ts';

interface Options<T> {
  /** What is said when it is done. */
  readonly done?: string | ((answer: T) => string);
  /** Offered with what is said. */
  readonly undo?: () => Promise<unknown>;
  /** What follows before views are refreshed, such as leaving the page of what is gone. */
  readonly next?: ((answer: T) => unknown) | undefined;
  /** What is done about a refusal; else it is said. */
  readonly onRefused?: (error: unknown) => void;
  /** What of all that is shown can have changed; all, where that is not known. */
  readonly changes?: readonly Told[];
}

export type Act = <T>(run: () => Promise<T>, options?: Options<T>) => Promise<boolean>;

/** Runs a call, says what came of it, and refreshes what is shown, whether it succeeded or not. True when it was done. */
export function useAct(): readonly [act: Act, isActing: boolean] {
  const words = useWords();
  const [running, count] = useState(0);
  const act: Act = async (run, { done, undo, next, onRefused, changes = [] } = {}) => {
    count((before) => before + 1);
    try {
      const answer = await run();
      const action =
        undo === undefined ? undefined : { label: words.text('desk.undo'), run: () => void act(undo) };
      if (done !== undefined) say(typeof done === 'string' ? done : done(answer), { action });
      await next?.(answer);
      return true;
    } catch (error) {
      if (onRefused === undefined) say(problemText(error, words), { isProblem: true });
      else onRefused(error);
      return false;
    } finally {
      await refresh(...changes);
      count((before) => before - 1);
    }
  };
  return [act, running > 0];
}

/** Fetches a file and hands it to the browser, or says why there is none. */
export function useDownload(): readonly [
  save: (fetchFile: () => Promise<unknown>, name: string) => void,
  isSaving: boolean,
] {
  const words = useWords();
  const [running, count] = useState(0);
  const save = async (fetchFile: () => Promise<unknown>, name: string): Promise<void> => {
    count((before) => before + 1);
    try {
      const file = await fetchFile();
      if (file instanceof Blob) download(file, name);
    } catch (error) {
      say(problemText(error, words), { isProblem: true });
    } finally {
      count((before) => before - 1);
    }
  };
  return [(fetchFile, name) => void save(fetchFile, name), running > 0];
}
