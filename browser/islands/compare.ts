/** Chooses vehicles to compare without leaving the page. Only the browser stores the selection. */

const KEY = 'fw-compare';
const MOST = 5;

export function start(bar: HTMLElement): void {
  const link = bar.querySelector('a');
  const count = bar.querySelector('.number');
  const status = bar.querySelector('[role=status]');
  const page = document.querySelector<HTMLElement>('[data-compared]');
  if (link === null || count === null || status === null) return;
  const path = link.getAttribute('href') ?? '';
  if (page !== null && !openChosen(page, path)) return;

  const show = (): void => {
    const chosen = read();
    for (const element of document.querySelectorAll<HTMLElement>('[data-compare]')) {
      element.setAttribute('role', 'button');
      element.setAttribute('aria-pressed', String(chosen.includes(element.dataset['compare'] ?? '')));
    }
    link.href = `${path}?ids=${chosen.join(',')}`;
    count.textContent = String(chosen.length);
    // The comparison page shows the selection itself; other pages show the bar if they have something to choose.
    const isUseful = page === null && document.querySelector('[data-compare]') !== null;
    bar.hidden = chosen.length === 0 || !isUseful;
  };
  const toggle = (id: string): void => {
    const chosen = read();
    const isFull = !chosen.includes(id) && chosen.length >= MOST;
    status.textContent = isFull ? (bar.dataset['full'] ?? '') : '';
    if (isFull) return;
    write(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
    show();
  };
  document.addEventListener('click', (event) => {
    const element = (event.target as Element).closest<HTMLElement>('[data-compare]');
    if (element === null || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    toggle(element.dataset['compare'] ?? '');
  });
  document.addEventListener('keydown', (event) => {
    const element = event.target instanceof HTMLElement && event.target.dataset['compare'];
    if (event.key !== ' ' || typeof element !== 'string') return;
    event.preventDefault();
    toggle(element);
  });
  bar.querySelector('button')?.addEventListener('click', () => {
    write([]);
    show();
  });
  document.addEventListener('fw-results', show);
  // Another tab has changed the selection.
  addEventListener('storage', show);
  addEventListener('pageshow', show);
  show();
}

/** Compares the listings in the URL; without any, the selected ones. Returns false if it navigates to another page. */
function openChosen(page: HTMLElement, path: string): boolean {
  const compared = (page.dataset['compared'] ?? '').split(',').filter((id) => id !== '');
  const chosen = read();
  if (compared.length > 0 || location.search !== '' || chosen.length === 0) {
    write(compared);
    return true;
  }
  location.replace(`${path}?ids=${chosen.join(',')}`);
  return false;
}

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function write(ids: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // The browser stores nothing; the links still lead to the comparison.
  }
}
