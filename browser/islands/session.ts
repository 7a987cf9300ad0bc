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

const BADGE_MAX = 99;

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
  const account = nav.querySelector<HTMLElement>('a[href$="/account"]');
  if (account !== null) account.textContent = data.user.name;
  if (account !== null && data.user.avatar !== null) account.prepend(portrait(data.user.avatar));
  badge(nav.querySelector('a[href$="/messages"]'), data.unreadMessages ?? 0);
  badge(account, data.unreadNotifications ?? 0);
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

function badge(link: HTMLElement | null, count: number): void {
  if (link === null || count === 0) return;
  const mark = document.createElement('span');
  mark.className = 'badge';
  mark.textContent = count > BADGE_MAX ? `${BADGE_MAX}+` : String(count);
  link.append(' ', mark);
}
