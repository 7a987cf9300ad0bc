/** Tells the market that a listing was looked at: kept pages and proxies hide it from the server. */

export function start(page: HTMLElement): void {
  const id = page.dataset['listing'] ?? '';
  navigator.sendBeacon(`/web/views/${id}`);
}
