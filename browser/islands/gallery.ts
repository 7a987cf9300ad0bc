/**
 * A click on a picture opens all of them over the window, to swipe through; the browser's Back closes them. Phones swipe
 * through the pictures of the page itself.
 */

export function start(gallery: HTMLElement): void {
  const links = [...gallery.querySelectorAll<HTMLAnchorElement>('li a')];
  if (links.length === 0) return;
  links.forEach((link, at) =>
    link.addEventListener('click', (event) => {
      event.preventDefault();
      open(gallery, links, at);
    }),
  );
  gallery.querySelector('[data-all]')?.addEventListener('click', (event) => {
    event.preventDefault();
    open(gallery, links, 0);
  });
}

function open(gallery: HTMLElement, links: readonly HTMLAnchorElement[], first: number): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'viewer';
  dialog.setAttribute('aria-label', gallery.getAttribute('aria-label') ?? '');
  const list = document.createElement('ol');
  // Chromium lets scrolling regions take the focus, which the arrow keys need.
  list.tabIndex = 0;
  list.setAttribute('aria-label', dialog.getAttribute('aria-label') ?? '');
  const title = links[0]?.querySelector('img')?.alt ?? '';
  list.append(...links.map(({ href }, at) => pictureOf(href, `${title} ${at + 1}`)));
  const place = document.createElement('output');
  let shown = first;
  const show = (at: number, behavior: ScrollBehavior): void => {
    const next = (at + links.length) % links.length;
    list.scrollTo({ left: next * list.clientWidth, behavior });
  };
  const tell = (): void => {
    // A closed dialog has no width, and tells nothing.
    if (list.clientWidth > 0) shown = Math.round(list.scrollLeft / list.clientWidth);
    place.textContent = `${shown + 1} / ${links.length}`;
  };
  const button = (text: string, name: string, onClick: () => void): HTMLButtonElement => {
    const element = document.createElement('button');
    element.type = 'button';
    element.textContent = text;
    element.setAttribute('aria-label', gallery.dataset[name] ?? text);
    element.dataset[name] = '';
    element.addEventListener('click', onClick);
    return element;
  };
  dialog.append(
    list,
    place,
    button('✕', 'close', () => dialog.close()),
  );
  if (links.length > 1)
    dialog.append(
      button('‹', 'previous', () => show(shown - 1, 'auto')),
      button('›', 'next', () => show(shown + 1, 'auto')),
    );
  list.addEventListener('scroll', tell, { passive: true });
  dialog.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    show(shown + by, 'auto');
  });
  closeWithBack(dialog);
  dialog.addEventListener('close', () => {
    dialog.remove();
    links[shown]?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  show(first, 'instant');
  tell();
}

function pictureOf(address: string, alt: string): HTMLLIElement {
  const item = document.createElement('li');
  const image = document.createElement('img');
  image.loading = 'lazy';
  image.alt = alt;
  image.src = address;
  item.append(image);
  return item;
}

/** An entry of the history stands for the open dialog: whichever of the two goes first takes the other along. */
function closeWithBack(dialog: HTMLDialogElement): void {
  let isListed = true;
  history.pushState({ isViewer: true }, '');
  const back = (): void => {
    isListed = false;
    dialog.close();
  };
  addEventListener('popstate', back, { once: true });
  dialog.addEventListener('close', () => {
    removeEventListener('popstate', back);
    if (isListed) history.back();
  });
}
