/** Shares the address of the page, or copies it; without a script the link opens an email. */
export function start(link: HTMLElement): void {
  const { share: url = '', title = '', copied = '' } = link.dataset;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    if (typeof navigator.share === 'function')
      // Rejected if the reader closes the sheet.
      navigator.share({ title, url }).catch(() => undefined);
    else void copy(url, link, copied);
  });
}

async function copy(url: string, link: HTMLElement, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    link.querySelector('[role=status]')?.replaceChildren(copied);
  } catch {
    location.assign(link.getAttribute('href') ?? '');
  }
}
