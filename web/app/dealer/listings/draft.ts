/** What has been typed and not saved, kept by the browser: it outlives a reload, a lost connection and a sign-in. */
import type { Values } from './fields.ts';

export interface Draft {
  readonly at: string;
  /** Of the listing when the typing began. */
  readonly version: number | null;
  readonly values: Values;
}

const nameOf = (id: string): string => `fw-draft-${id}`;

export function readDraft(id: string): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(nameOf(id)) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

export function keepDraft(id: string, draft: Draft): void {
  try {
    localStorage.setItem(nameOf(id), JSON.stringify(draft));
  } catch {
    // The browser keeps no more; the form itself still has it.
  }
}

export function dropDraft(id: string): void {
  localStorage.removeItem(nameOf(id));
}
