/** The frame around every view: navigation, notifications, palette. */
import { Link as RouterLink, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense, useEffect, useRef, useState } from 'react';
import { type Area, type Desk, startOf } from '../areas.ts';
import { Link } from '../ui/link.tsx';
import { useKeys } from '../keys.ts';
import { useSession } from '../me.ts';
import { hasRole, type Session } from '../session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { useGo } from '../url-state.ts';
import { useWords } from '../words.ts';
import { Badge } from './badge.tsx';
import { Connection } from './connection.tsx';
import type { KeyHelp as KeyHelpView } from './key-help.tsx';
import { Notices, readNotices } from './notices.tsx';
import type { Palette as PaletteView } from './palette.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Logo } from '../../../src/storefront/ui/logo.tsx';

/** Loaded in advance, to be available when the server is not. */
const readPalette = async (): Promise<{ default: typeof PaletteView }> => ({
  default: (await import('./palette.tsx')).Palette,
});
const readKeyHelp = async (): Promise<{ default: typeof KeyHelpView }> => ({
  default: (await import('./key-help.tsx')).KeyHelp,
});
const Palette = lazy(readPalette);
const KeyHelp = lazy(readKeyHelp);

type Open = 'palette' | 'keys' | 'menu' | null;

export function Frame({ desk }: { desk: Desk }): ReactElement {
  const words = useWords();
  const go = useGo();
  const [open, setOpen] = useState<Open>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    setOpen(null);
    // Move the focus, so that screen readers start with the new view.
    main.current?.focus({ preventScroll: true });
  }, [path]);
  useEffect(() => {
    for (const read of [readPalette, readKeyHelp, readNotices]) read().catch(() => undefined);
  }, []);
  useKeys({
    'mod+k': () => setOpen('palette'),
    '?': () => setOpen('keys'),
    ...Object.fromEntries(
      desk.areas.flatMap((area) =>
        area.key === undefined ? [] : [[`g ${area.key}`, () => go(startOf(desk, area))]],
      ),
    ),
  });
  const nav = <Navigation desk={desk} />;
  return (
    <>
      <a className="skip" href="#content">
        {words.text('desk.skip')}
      </a>
      <div className="frame">
        <header className="topbar">
          <RouterLink className="logo" to={desk.path} aria-label={`Fifthwheel: ${words.text(desk.title)}`}>
            <Logo size={26} />
            <span>Fifthwheel</span>
          </RouterLink>
          <button type="button" className="search-button" onClick={() => setOpen('palette')}>
            <Icon name="search" />
            <span>{words.text('desk.palette.hint')}</span>
            <kbd>{navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'} K</kbd>
          </button>
          <Connection />
          <Notices />
          <AccountMenu />
        </header>
        <nav className="sidebar" aria-label={words.text('desk.nav')}>
          {nav}
        </nav>
        <main id="content" tabIndex={-1} ref={main}>
          <Outlet />
        </main>
        <BottomBar desk={desk} onMore={() => setOpen('menu')} />
      </div>
      <Suspense>
        {open === 'palette' && (
          <Palette desk={desk} onClose={() => setOpen(null)} onKeys={() => setOpen('keys')} />
        )}
        {open === 'keys' && <KeyHelp desk={desk} onClose={() => setOpen(null)} />}
      </Suspense>
      {open === 'menu' && (
        <Dialog title={words.text('desk.nav')} kind="sheet" onClose={() => setOpen(null)}>
          <nav aria-label={words.text('desk.nav')}>{nav}</nav>
        </Dialog>
      )}
      <Toasts />
    </>
  );
}

function Navigation({ desk }: { desk: Desk }): ReactElement {
  const { areas } = desk;
  const isDaily = (area: Area): boolean => area.isDaily === true;
  return (
    <>
      <ul className="nav-list">
        {areas.filter(isDaily).map((area) => (
          <NavItem key={area.name} area={area} desk={desk} />
        ))}
      </ul>
      {areas.some((area) => !isDaily(area)) && (
        <ul className="nav-list second">
          {areas
            .filter((area) => !isDaily(area))
            .map((area) => (
              <NavItem key={area.name} area={area} desk={desk} />
            ))}
        </ul>
      )}
    </>
  );
}

function NavItem({ area, desk }: { area: Area; desk: Desk }): ReactElement {
  const words = useWords();
  const session = useSession();
  const label = words.text(area.label);
  if (area.least !== undefined && !hasRole(session.user, area.least)) {
    const reason = words.text('desk.role.least', { role: words.text(`desk.role.${area.least}`) });
    return (
      <li>
        <span className="nav-item off" title={reason}>
          <Icon name={area.icon} />
          <span>{label}</span>
          <span className="unseen">{reason}</span>
        </span>
      </li>
    );
  }
  return (
    <li>
      <Link
        className="nav-item"
        to={startOf(desk, area)}
        activeOptions={{ exact: false, includeSearch: false }}
        activeProps={{ 'aria-current': 'page' }}
      >
        <Icon name={area.icon} />
        <span>{label}</span>
        <Badge count={unreadOf(area, session)} />
      </Link>
    </li>
  );
}

/** On a phone the areas of every day are within reach of the thumb. */
function BottomBar({ desk, onMore }: { desk: Desk; onMore: () => void }): ReactElement {
  const words = useWords();
  return (
    <nav className="bottom-bar" aria-label={words.text('desk.menu')}>
      <ul>
        {desk.areas
          .filter(({ isDaily }) => isDaily === true)
          .map((area) => (
            <NavItem key={area.name} area={area} desk={desk} />
          ))}
        <li>
          <button type="button" className="nav-item" onClick={onMore}>
            <Icon name="menu" />
            <span>{words.text('desk.nav.more')}</span>
          </button>
        </li>
      </ul>
    </nav>
  );
}

function unreadOf({ badge }: Area, session: Session): number {
  return badge === 'messages' ? session.unreadMessages : 0;
}
