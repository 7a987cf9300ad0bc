import type { ReactElement } from 'react';
import type { ListingImageView as ListingImage } from '../../../modules/listings/index.ts';
import { type Drawing, drawingName } from '../../drawings/vehicle.ts';
import type { Reader } from '../../texts/reader.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import { pathOf } from '../../ui/vehicle-card.tsx';

/** The large picture and the two small ones; wide screens show the others when asked. */
const FIRST = 3;
const ID = 'photos';
const DRAWN_VIEWS = [undefined, 'front', 'side'] as const;

/** Without a script each picture is a link to its file, and the last button shows all of them. */
export function Gallery({
  images,
  title,
  drawing,
  askAt,
  reader,
}: {
  images: readonly ListingImage[];
  title: string;
  drawing: Drawing;
  /** The page that asks the dealer for photos; null if nobody can be asked. */
  askAt: string | null;
  reader: Reader;
}): ReactElement {
  const count = images.length;
  return (
    <section
      id={ID}
      className={count === 1 ? 'gallery single' : 'gallery'}
      aria-label={reader.text('listing.gallery')}
      data-gallery=""
      data-close={reader.text('listing.close')}
      data-previous={reader.text('listing.previous')}
      data-next={reader.text('listing.next')}
    >
      {/* Drawings are no links, so the row itself takes the focus for the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <ul tabIndex={count === 0 ? 0 : undefined}>
        {count === 0
          ? DRAWN_VIEWS.map((view, index) => (
              <li key={index}>
                <DrawnShot
                  address={`/drawings/${drawingName(drawing, view)}.svg`}
                  isFirst={index === 0}
                  reader={reader}
                />
              </li>
            ))
          : images.map((image, index) => (
              <li key={image.id} className={index < FIRST ? undefined : 'more'}>
                <a href={largeOf(image)} aria-label={reader.text('listing.enlarge', { n: index + 1 })}>
                  <Shot image={image} alt={index === 0 ? title : ''} isFirst={index === 0} />
                  <Tag icon="camera" className="shots">
                    {index + 1} / {count}
                  </Tag>
                </a>
              </li>
            ))}
      </ul>
      {count === 0 && askAt !== null && (
        <a className="button see" href={askAt} rel="nofollow">
          <Icon name="camera" />
          {reader.text('listing.askForPhotos')}
        </a>
      )}
      {count > 1 && (
        <a className="button see wide-only" href={`#${ID}`} data-all="">
          <Icon name="photo" />
          {reader.count('listing.allPhotos', count)}
        </a>
      )}
    </section>
  );
}

function DrawnShot({
  address,
  isFirst,
  reader,
}: {
  address: string;
  isFirst: boolean;
  reader: Reader;
}): ReactElement {
  return (
    <div className="shot">
      <img
        src={address}
        width="640"
        height="480"
        alt={isFirst ? reader.text('listing.drawnLike') : ''}
        fetchPriority={isFirst ? 'high' : undefined}
      />
      {isFirst && (
        <Tag icon="pencil" className="shots">
          {reader.text('listing.drawing')}
        </Tag>
      )}
    </div>
  );
}

function Shot({ image, alt, isFirst }: { image: ListingImage; alt: string; isFirst: boolean }): ReactElement {
  const { thumbnail, medium, large } = image.sizes ?? {};
  const sources = [thumbnail, medium, large].flatMap((size) => (size === undefined ? [] : [size]));
  return (
    <picture>
      {sources.length > 0 && (
        <source
          type="image/webp"
          srcSet={sources.map(({ webp, width }) => `${pathOf(webp)} ${width}w`).join(', ')}
          sizes={isFirst ? '(min-width: 60em) 40rem, 100vw' : '(min-width: 60em) 20rem, 100vw'}
        />
      )}
      <img
        src={pathOf(medium?.jpeg ?? image.url)}
        width={image.width ?? 960}
        height={image.height ?? 720}
        alt={alt}
        loading={isFirst ? undefined : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  );
}

function largeOf(image: ListingImage): string {
  return pathOf(image.sizes?.['large']?.webp ?? image.url);
}
