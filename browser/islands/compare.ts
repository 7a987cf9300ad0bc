/** Chooses vehicles to compare without leaving the page. Only the browser stores the selection. */
import { type KeptVehicle, readKept, writeKept } from './kept-vehicles.ts';

const KEY = 'fw-compare';
const SELECTED_MAX = 5;

export function start(tray: HTMLElement): void {
  const list = tray.querySelector('ol');
  const status = tray.querySelector('[role=status]');
  const page = document.querySelector<HTMLElement>('[data-compared]');
  if (list === null || status === null) return;
  const links = [...tray.querySelectorAll<HTMLAnchorElement>('a[data-to]')];
  if (page !== null && !openSelected(page, links[0])) return;

  const show = (): void => {
    const selected = readKept(KEY);
    const ids = selected.map(({ id }) => id);
    for (const element of document.querySelectorAll<HTMLElement>('[data-compare]')) {
      element.setAttribute('role', 'button');
      element.setAttribute('aria-pressed', String(ids.includes(element.dataset['compare'] ?? '')));
    }
    for (const link of links) {
      link.href = addressWith(link, ids);
      link.hidden = ids.length < Number(link.dataset['to']);
    }
    const count = tray.querySelector('.number');
    if (count !== null) count.textContent = String(ids.length);
    list.replaceChildren(...selected.map((vehicle) => itemOf(vehicle, tray)));
    if (ids.length < SELECTED_MAX) list.append(emptySlot(tray));
    // The comparison page shows the selection itself; other pages show the tray if they have something to choose.
    tray.hidden = ids.length === 0 || page !== null || document.querySelector('[data-compare]') === null;
  };
  const change = (selected: readonly KeptVehicle[]): void => {
    writeKept(KEY, selected);
    status.textContent = '';
    show();
  };
  const toggle = (element: HTMLElement): void => {
    const id = element.dataset['compare'] ?? '';
    const selected = readKept(KEY);
    const otherVehicles = selected.filter((vehicle) => vehicle.id !== id);
    if (otherVehicles.length === selected.length && selected.length >= SELECTED_MAX)
      status.textContent = tray.dataset['full'] ?? '';
    else
      change(otherVehicles.length < selected.length ? otherVehicles : [...selected, vehicleOf(id, element)]);
  };
  document.addEventListener('click', (event) => {
    const element = (event.target as Element).closest<HTMLElement>('[data-compare]');
    if (element === null || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    toggle(element);
  });
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    if (event.key !== ' ' || !(target instanceof HTMLElement) || target.dataset['compare'] === undefined)
      return;
    event.preventDefault();
    toggle(target);
  });
  tray.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button');
    if (button === null) return;
    const { remove } = button.dataset;
    change(remove === undefined ? [] : readKept(KEY).filter(({ id }) => id !== remove));
    (list.querySelector('button') ?? document.querySelector<HTMLElement>('[data-compare]'))?.focus();
  });
  document.addEventListener('fw-results', show);
  // Another tab has changed the selection.
  addEventListener('storage', show);
  addEventListener('pageshow', show);
  show();
}

/** Reads the vehicle from its card, or from the listing page. */
function vehicleOf(id: string, element: HTMLElement): KeptVehicle {
  const container = element.closest('.card') ?? document.querySelector('[data-listing]') ?? document.body;
  const title = container.querySelector('h3 a, h1');
  return {
    id,
    path: title?.getAttribute('href') ?? location.pathname,
    title: title?.textContent ?? '',
    image: container.querySelector('img')?.getAttribute('src') ?? '',
    price: '',
  };
}

function itemOf({ id, path, title, image: imagePath }: KeptVehicle, tray: HTMLElement): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const image = new Image(56, 42);
  const label = document.createElement('span');
  const remove = document.createElement('button');
  const cross = tray.querySelector('template')?.content.cloneNode(true);
  // Link to the page in the current language, not the one in which the vehicle was selected.
  link.href = path.replace(/^\/[a-z]{2}\//, `/${document.documentElement.lang}/`);
  image.alt = '';
  image.src = imagePath;
  label.textContent = title;
  remove.type = 'button';
  remove.className = 'plain';
  remove.dataset['remove'] = id;
  remove.setAttribute('aria-label', (tray.dataset['remove'] ?? '').replace('{title}', title));
  if (cross !== undefined) remove.append(cross);
  link.append(image, label);
  item.append(link, remove);
  return item;
}

function emptySlot(tray: HTMLElement): HTMLElement {
  const item = document.createElement('li');
  item.className = 'free';
  item.textContent = tray.dataset['free'] ?? '';
  return item;
}

function addressWith(link: HTMLAnchorElement, ids: readonly string[]): string {
  const url = new URL(link.href);
  url.searchParams.set('ids', ids.join(','));
  return url.pathname + url.search.replaceAll('%2C', ',');
}

/** Compares the listings in the URL; without any, the selected ones. Returns false if it navigates to another page. */
function openSelected(page: HTMLElement, link: HTMLAnchorElement | undefined): boolean {
  const compared = (page.dataset['compared'] ?? '').split(',').filter((id) => id !== '');
  const selected = readKept(KEY);
  if (compared.length > 0 || location.search !== '' || selected.length === 0 || link === undefined) {
    const images = page.querySelectorAll('.shot > img');
    const titles = page.querySelectorAll('.names h2');
    const vehicleIn = (id: string, column: number): KeptVehicle => ({
      id,
      path: titles[column]?.querySelector('a')?.getAttribute('href') ?? location.pathname,
      title: titles[column]?.textContent ?? '',
      image: images[column]?.getAttribute('src') ?? '',
      price: '',
    });
    writeKept(KEY, compared.slice(0, SELECTED_MAX).map(vehicleIn));
    return true;
  }
  location.replace(
    addressWith(
      link,
      selected.map(({ id }) => id),
    ),
  );
  return false;
}
