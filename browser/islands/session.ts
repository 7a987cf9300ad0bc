/** Shows the session on cached pages, which are the same for all users. */

interface Session {
  readonly user: {
    readonly name: string;
    readonly avatar: string | null;
    readonly isSeller: boolean;
    readonly role: string;
  } | null;
  /** Whether an administrator views the marketplace as this user. */
  readonly view?: { readonly name: string; readonly until: string } | null;
  readonly unreadMessages?: number;
  readonly unreadNotifications?: number;
}

const COUNT_MAX = 99;

export function start(nav: HTMLElement): void {
  // The marker cookie indicates a session; without it, no request is sent.
  if (!document.cookie.split('; ').includes('fw-in=1')) return;
  void load(nav);
}

async function load(nav: HTMLElement): Promise<void> {
  const response = await fetch('/web/session', { headers: { 'x-fw-client': 'web' } }).catch(() => null);
  if (response === null || !response.ok) return;
  const { data } = (await response.json()) as { data: Session };
  if (data.user === null) return;
  const workspace = nav.querySelector<HTMLElement>('[data-workspace]');
  if (workspace !== null) workspace.hidden = !data.user.isSeller;
  const desk = nav.querySelector<HTMLElement>('[data-desk]');
  if (desk !== null) desk.hidden = data.user.role !== 'ADMIN';
  if (data.view !== undefined && data.view !== null) showViewedAccount(data.view);
  for (const element of nav.querySelectorAll<HTMLElement>('[data-signed-out]')) element.hidden = true;
  for (const element of nav.querySelectorAll<HTMLElement>('[data-signed-in]')) element.hidden = false;
  const name = nav.querySelector('[data-name]');
  if (name !== null) name.textContent = data.user.name;
  if (data.user.avatar !== null)
    nav.querySelector('[data-portrait]')?.replaceChildren(portrait(data.user.avatar));
  showCount(nav, 'messages', data.unreadMessages ?? 0);
  showCount(nav, 'notices', data.unreadNotifications ?? 0);
}

function showViewedAccount({ name, until }: { readonly name: string; readonly until: string }): void {
  const bar = document.querySelector<HTMLElement>('[data-view-bar]');
  if (bar === null) return;
  const time = new Date(until).toLocaleTimeString(document.documentElement.lang, { timeStyle: 'short' });
  const values: Readonly<Record<string, string>> = { name, time };
  for (const value of bar.querySelectorAll<HTMLElement>('[data-view]'))
    value.textContent = values[value.dataset['view'] ?? ''] ?? '';
  bar.hidden = false;
}

function portrait(address: string): HTMLElement {
  const picture = new Image(28, 28);
  picture.className = 'portrait small';
  picture.alt = '';
  // Pages can load images from their own origin only.
  picture.src = new URL(address, location.href).pathname;
  return picture;
}

function showCount(nav: HTMLElement, of: 'messages' | 'notices', count: number): void {
  for (const element of nav.querySelectorAll<HTMLElement>(`[data-count=${of}]`)) {
    element.textContent = count > COUNT_MAX ? `${COUNT_MAX}+` : String(count);
    element.hidden = count === 0;
  }
}
