import { forgetDrafts } from '../shared/drafts.ts';

/** Signing out deletes what has been typed in this browser and not saved. */
export function start(element: HTMLElement): void {
  element.addEventListener('submit', forgetDrafts);
}
