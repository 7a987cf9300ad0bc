/** Enhancements of pages that also work without them. Each part is loaded if the page needs it. */
import '../styles/main.css';

/** Set by the build. */
declare const PAGES_RELOAD: boolean;

interface Part {
  readonly selector: string;
  readonly load: () => Promise<{ readonly start: (element: HTMLElement) => void }>;
  /** Loaded on demand. */
  readonly onFocus?: true;
}

const parts: readonly Part[] = [
  { selector: '[data-prices]', load: () => import('./prices.ts') },
  { selector: '[data-suggest]', load: () => import('./suggest.ts'), onFocus: true },
  { selector: '[data-seek]', load: () => import('./seek.ts') },
  { selector: '[data-filters]', load: () => import('./filters.ts') },
  { selector: '[data-gallery]', load: () => import('./gallery.ts') },
  { selector: '[data-rate]', load: () => import('./rate.ts') },
  { selector: '[data-delivery]', load: () => import('./delivery.ts') },
  { selector: '[data-near]', load: () => import('./section-links.ts') },
  { selector: '[data-session]', load: () => import('./session.ts') },
  { selector: '[data-drop]', load: () => import('./drop.ts') },
  { selector: '[data-files]', load: () => import('./files.ts') },
  { selector: '[data-sign-out]', load: () => import('./sign-out.ts') },
  { selector: 'form[data-once]', load: () => import('./once.ts') },
  { selector: 'body', load: () => import('./favorite.ts') },
  { selector: '[data-guest-favorites]', load: () => import('./guest-favorites.ts') },
  { selector: '[data-listing], [data-viewed]', load: () => import('./viewed.ts') },
  { selector: '[data-new-full]', load: () => import('./since-visit.ts') },
  { selector: '[data-live]', load: () => import('./live.ts') },
  { selector: '[data-compare-bar]', load: () => import('./compare.ts') },
  { selector: 'main:has(time)', load: () => import('./times.ts') },
  { selector: '[data-hours]', load: () => import('./hours.ts') },
  { selector: '[data-follow]', load: () => import('./follow.ts') },
  { selector: '[data-share]', load: () => import('./share.ts') },
  { selector: '[data-print]', load: () => import('./print.ts') },
  { selector: '[data-listing]', load: () => import('./view.ts') },
];

for (const part of parts) {
  for (const element of document.querySelectorAll<HTMLElement>(part.selector)) {
    const begin = (): void => void part.load().then(({ start }) => start(element));
    if (part.onFocus === true && document.activeElement !== element)
      element.addEventListener('focus', begin, { once: true });
    else begin();
  }
}

if (PAGES_RELOAD) void import('./reload.ts').then(({ reloadAfterRestart }) => reloadAfterRestart());
