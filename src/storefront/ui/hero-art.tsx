import type { ReactElement } from 'react';

/** The largest picture of a page, so it loads first. */
export function HeroArt(): ReactElement {
  return (
    <img className="hero-art" src="/drawings/hero.svg" width="900" height="348" alt="" fetchPriority="high" />
  );
}
