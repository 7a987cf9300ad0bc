/** Marks the link to the section in view. */

/** Reduces the window to a strip: the section that crosses it is in view. */
const STRIP_MARGIN = '-30% 0px -65%';

export function start(nav: HTMLElement): void {
  const links = new Map(
    [...nav.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')].map((link) => [link.hash.slice(1), link]),
  );
  const observer = new IntersectionObserver(
    (entries) => {
      const entered = entries.find((entry) => entry.isIntersecting);
      if (entered === undefined) return;
      for (const [id, link] of links) {
        if (id === entered.target.id) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
    { rootMargin: STRIP_MARGIN },
  );
  for (const id of links.keys()) {
    const section = document.getElementById(id);
    if (section?.classList.contains('part') === true) observer.observe(section);
  }
}
