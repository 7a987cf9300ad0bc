import { forgetDrafts } from '../shared/drafts.ts';

/** Deletes unsaved input in this browser on sign-out. */
export function start(element: HTMLElement): void {
  element.addEventListener('submit', forgetDrafts);
}
