/** Shows a guest's favorites: their IDs are stored in the browser, and the server renders the list. */
import { forgetGone, readGuest } from './favorite.ts';

export async function start(page: HTMLElement): Promise<void> {
  const ids = readGuest();
  const empty = page.querySelector<HTMLElement>('[data-guest-empty]');
  const list = page.querySelector<HTMLElement>('[data-guest-list]');
  if (empty === null || list === null) return;
  empty.hidden = ids.length > 0;
  if (ids.length === 0) return;
  list.setAttribute('aria-busy', 'true');
  const query = new URLSearchParams({ ids: ids.toReversed().join(',') });
  const response = await fetch(`${location.pathname}?${query.toString()}`).catch(() => null);
  const fresh =
    response?.ok === true ? new DOMParser().parseFromString(await response.text(), 'text/html') : null;
  const next = fresh?.querySelector<HTMLElement>('[data-guest-list]') ?? null;
  list.removeAttribute('aria-busy');
  if (next === null) {
    const failed = page.querySelector<HTMLElement>('[data-guest-failed]');
    if (failed !== null) failed.hidden = false;
    return;
  }
  list.replaceChildren(...next.childNodes);
  const live = (next.dataset['guestList'] ?? '').split(',');
  forgetGone(ids.filter((id) => !live.includes(id)));
  document.dispatchEvent(new Event('fw-results'));
}
