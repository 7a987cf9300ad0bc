import type { ReactElement } from 'react';
import { pathOf } from '../api.ts';
import { Icon } from './icon.tsx';

/** The first photo of a listing, or a placeholder. */
export function Thumbnail({
  url,
  className = 'thumbnail',
  width = 64,
  height = 48,
}: {
  url: string | null;
  className?: string;
  width?: number;
  height?: number;
}): ReactElement {
  return url === null ? (
    <span className="thumbnail none">
      <Icon name="photo" />
    </span>
  ) : (
    <img className={className} src={pathOf(url)} alt="" width={width} height={height} loading="lazy" />
  );
}
