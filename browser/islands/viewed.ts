/** Remembers the vehicles that were looked at, and shows them on a shelf. */
import { keep, type KeptVehicle, readKept, writeKept } from './kept-vehicles.ts';

const KEY = 'fw-viewed';
const MOST = 12;

export function start(element: HTMLElement): void {
  const { listing } = element.dataset;
  if (listing !== undefined) remember(listing, element);
  else showShelf(element);
}

function remember(id: string, page: HTMLElement): void {
  const image = page.querySelector<HTMLImageElement>('img')?.getAttribute('src') ?? '';
  const price = page.querySelector('.price')?.firstChild?.textContent ?? '';
  const title = page.querySelector('h1')?.textContent ?? '';
  keep(KEY, { id, path: location.pathname, title, image, price: price.trim() }, MOST);
}

function showShelf(shelf: HTMLElement): void {
  const vehicles = readKept(KEY);
  const list = shelf.querySelector('ol');
  if (list === null || vehicles.length === 0) return;
  list.replaceChildren(...vehicles.map(itemOf));
  shelf.hidden = false;
  shelf.querySelector('button')?.addEventListener('click', () => {
    writeKept(KEY, []);
    shelf.hidden = true;
  });
}

function itemOf({ path, title, image, price }: KeptVehicle): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const picture = new Image(160, 120);
  const words = document.createElement('b');
  const sum = document.createElement('span');
  // The language of the page, not of the visit.
  link.href = path.replace(/^\/[a-z]{2}\//, `/${document.documentElement.lang}/`);
  picture.alt = '';
  picture.loading = 'lazy';
  picture.src = image;
  words.textContent = title;
  sum.textContent = price;
  link.append(picture, words, sum);
  item.append(link);
  return item;
}
