/** Keeps a page with messages or notifications up to date: each event reloads its part of the page. */
import { localizeTimes } from '../shared/times.ts';

const EVENTS = ['message', 'read', 'notification', 'notification_read', 'resync'];

export function start(page: HTMLElement): void {
  const stream = new EventSource('/web/api/notifications/stream');
  let isLoading = false;
  let isAgain = false;
  const refresh = async (): Promise<void> => {
    if (isLoading) {
      isAgain = true;
      return;
    }
    isLoading = true;
    const response = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null);
    if (response?.ok === true) replaceParts(page, await response.text());
    isLoading = false;
    if (isAgain) {
      isAgain = false;
      void refresh();
    }
  };
  for (const name of EVENTS) stream.addEventListener(name, () => void refresh());
  // The stream reports only events while it is open, so read once what has happened since the page was rendered.
  stream.addEventListener('open', () => void refresh());
  addEventListener('pagehide', () => stream.close());
}

function replaceParts(page: HTMLElement, html: string): void {
  const fresh = new DOMParser().parseFromString(html, 'text/html');
  localizeTimes(fresh);
  for (const part of page.querySelectorAll<HTMLElement>('[data-live-part]')) {
    const name = part.dataset['livePart'] ?? '';
    const next = fresh.querySelector(`[data-live-part="${CSS.escape(name)}"]`);
    if (next === null || next.innerHTML === part.innerHTML) continue;
    part.replaceChildren(...next.childNodes);
    // The newest message is the last of its list; other parts are not read from their end.
    if (name === 'messages') part.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }
}
