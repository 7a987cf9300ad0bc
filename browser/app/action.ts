/** Actions outside of forms. */
import { useState } from 'react';
import { download } from './download.ts';
import { refresh, type Refreshable } from './query.ts';
import { problemText } from './ui/states.tsx';
import { notify } from './ui/toasts.tsx';
import { useWords } from './words.ts';

interface Options<T> {
  /** Toast after a success. */
  readonly done?: string | ((response: T) => string);
  /** The toast offers it. */
  readonly undo?: () => Promise<unknown>;
  /** Runs before the views are refreshed, for example to leave the page of a deleted resource. */
  readonly next?: ((response: T) => unknown) | undefined;
  /** Handles an error; by default a toast shows it. */
  readonly onRefused?: (error: unknown) => void;
  /** Data that can have changed; all by default. */
  readonly changes?: readonly Refreshable[];
}

export type RunAction = <T>(run: () => Promise<T>, options?: Options<T>) => Promise<boolean>;

/** Runs a call, shows its result in a toast, and refreshes the views, even after an error. @returns whether it succeeded */
export function useAction(): readonly [act: RunAction, isActing: boolean] {
  const words = useWords();
  const [running, count] = useState(0);
  const act: RunAction = async (run, { done, undo, next, onRefused, changes = [] } = {}) => {
    count((before) => before + 1);
    try {
      const response = await run();
      const action =
        undo === undefined ? undefined : { label: words.text('desk.undo'), run: () => void act(undo) };
      if (done !== undefined) notify(typeof done === 'string' ? done : done(response), { action });
      await next?.(response);
      return true;
    } catch (error) {
      if (onRefused === undefined) notify(problemText(error, words), { isProblem: true });
      else onRefused(error);
      return false;
    } finally {
      await refresh(...changes);
      count((before) => before - 1);
    }
  };
  return [act, running > 0];
}

/** Downloads a file, or shows why it failed. */
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
      notify(problemText(error, words), { isProblem: true });
    } finally {
      count((before) => before - 1);
    }
  };
  return [(fetchFile, name) => void save(fetchFile, name), running > 0];
}
