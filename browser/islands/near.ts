/** Marks the link to the section that is read. */

/** Share of the window above which a section counts as read. */
const READ_AT = '-30% 0px -65%';

export function start(nav: HTMLElement): void {
  const links = new Map(
    [...nav.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')].map((link) => [link.hash.slice(1), link]),
  );
  const observer = new IntersectionObserver(
    (entries) => {
      const read = entries.find((entry) => entry.isIntersecting);
      if (read === undefined) return;
      for (const [id, link] of links) {
        if (id === read.target.id) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
    { rootMargin: READ_AT },
  );
  for (const id of links.keys()) {
    const section = document.getElementById(id);
    if (section?.classList.contains('part') === true) observer.observe(section);
  }
}
