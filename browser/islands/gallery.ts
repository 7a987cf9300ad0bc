/** A click on a thumbnail shows it large; a click on the large photo opens it over the whole window. */

export function start(gallery: HTMLElement): void {
  const main = gallery.querySelector<HTMLAnchorElement>('[data-main]');
  const thumbs = [...gallery.querySelectorAll<HTMLAnchorElement>('.thumbs a')];
  if (main === null) return;
  let index = 0;
  const addresses = thumbs.length === 0 ? [main.href] : thumbs.map(({ href }) => href);
  const show = (next: number): void => {
    index = (next + addresses.length) % addresses.length;
    const address = addresses[index] ?? '';
    const image = main.querySelector('img');
    main.querySelector('source')?.remove();
    if (image !== null) image.src = address;
    main.href = address;
    thumbs.forEach((thumb, i) => {
      if (i === index) thumb.setAttribute('aria-current', 'true');
      else thumb.removeAttribute('aria-current');
    });
  };
  thumbs.forEach((thumb, i) =>
    thumb.addEventListener('click', (event) => {
      event.preventDefault();
      show(i);
    }),
  );
  main.addEventListener('click', (event) => {
    event.preventDefault();
    open();
  });

  const open = (): void => {
    const dialog = document.createElement('dialog');
    dialog.className = 'viewer';
    const image = document.createElement('img');
    image.alt = main.querySelector('img')?.alt ?? '';
    const turn = (by: number): void => {
      show(index + by);
      image.src = addresses[index] ?? '';
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
    image.src = addresses[index] ?? '';
    dialog.append(
      image,
      button('✕', 'close', () => dialog.close()),
    );
    if (addresses.length > 1)
      dialog.append(
        button('‹', 'previous', () => turn(-1)),
        button('›', 'next', () => turn(1)),
      );
    dialog.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowLeft') turn(-1);
      if (event.key === 'ArrowRight') turn(1);
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      main.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
  };
}
