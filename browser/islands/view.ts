/** Reports a view of a listing, because cached pages and proxies hide views from the server. */

export function start(page: HTMLElement): void {
  const id = page.dataset['listing'] ?? '';
  navigator.sendBeacon(`/web/views/${id}`);
}
