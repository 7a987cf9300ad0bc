/** Icons are lines of 1.6 on a grid of 24. They never stand for a word alone: their button has a label. */
import type { ReactElement } from 'react';

const PATHS = {
  today: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M9 15l2 2 4-4',
  listings:
    'M2 16V7h11v9M13 10h4.5l4 4v2M6.5 18a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17.5 18a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8.5 16h7',
  inbox: 'M4 5h16v12H9l-4 4v-4H4zM8 9h8M8 13h5',
  imports: 'M12 3v11M8 10l4 4 4-4M4 16v4h16v-4',
  statistics: 'M4 20h16M7 20v-7M12 20V5M17 20v-10',
  reviews: 'M12 4l2.4 5 5.6.8-4 3.9.9 5.5-4.9-2.6-4.9 2.6.9-5.5-4-3.9 5.6-.8z',
  company: 'M4 20V6l8-3 8 3v14M4 20h16M9 20v-4h6v4M8 9h2M14 9h2M8 12.5h2M14 12.5h2',
  team: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 14.5c2.2.7 3.5 2.8 3.5 5.5',
  plan: 'M4 7h16v11H4zM4 11h16M8 15h3',
  invoices: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  developer: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  you: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.5-6.5 8-6.5s8 2.5 8 6.5',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6M4 17h16M10 20.5h4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  up: 'M6 14l6-6 6 6',
  down: 'M6 10l6 6 6-6',
  left: 'M14 6l-6 6 6 6',
  right: 'M10 6l6 6-6 6',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  photo: 'M4 6h4l1.5-2h5L16 6h4v13H4zM12 16a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17.5h.01',
  block: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM6 6l12 12',
  clip: 'M17 8l-7.5 7.5a1.8 1.8 0 0 0 2.5 2.5L20 10a3.8 3.8 0 0 0-5.4-5.4L6 13.2a5.8 5.8 0 0 0 8.2 8.2L20 15.5',
  drag: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  outside: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon that is not here: an area's own, loaded with it. */
export interface IconShape {
  readonly path: string;
}

export function Icon({ name, size = 20 }: { name: IconName | IconShape; size?: number }): ReactElement {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' || name === 'drag' ? 3 : 1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={typeof name === 'string' ? PATHS[name] : name.path} />
    </svg>
  );
}
