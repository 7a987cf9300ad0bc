import type { ReactElement } from 'react';
import type { Reader } from '../../texts/reader.ts';
import { pathOf } from '../../ui/vehicle-card.tsx';
import type { ListingImageView as ListingImage } from '../../../modules/listings/index.ts';

/** Without a script each small picture is a link to the large one. */
export function Gallery({
  images,
  title,
  drawing,
  reader,
}: {
  images: readonly ListingImage[];
  title: string;
  drawing: string;
  reader: Reader;
}): ReactElement {
  const [first] = images;
  if (first === undefined)
    return (
      <figure className="gallery">
        <img
          src={`/drawings/${drawing}.svg`}
          width="960"
          height="720"
          alt={reader.text('card.noPhoto')}
          fetchPriority="high"
        />
        <figcaption className="note">{reader.text('card.noPhoto')}</figcaption>
      </figure>
    );
  return (
    <section
      className="gallery"
      aria-label={reader.text('listing.gallery')}
      data-gallery=""
      data-close={reader.text('listing.close')}
      data-previous={reader.text('listing.previous')}
      data-next={reader.text('listing.next')}
    >
      <a className="gallery-main" href={largeOf(first)} data-main="">
        <Shot image={first} alt={title} isFirst />
      </a>
      {images.length > 1 && (
        <ul className="thumbs">
          {images.map((image, index) => (
            <li key={image.id}>
              <a
                href={largeOf(image)}
                aria-label={reader.text('listing.enlarge', { n: index + 1 })}
                aria-current={index === 0 ? 'true' : undefined}
              >
                <img src={smallOf(image)} width="120" height="90" alt="" loading="lazy" decoding="async" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Shot({ image, alt, isFirst }: { image: ListingImage; alt: string; isFirst: boolean }): ReactElement {
  const { medium, large } = image.sizes ?? {};
  const sources = [medium, large].flatMap((size) => (size === undefined ? [] : [size]));
  return (
    <picture>
      {sources.length > 0 && (
        <source
          type="image/webp"
          srcSet={sources.map(({ webp, width }) => `${pathOf(webp)} ${width}w`).join(', ')}
          sizes="(min-width: 60em) 60vw, 100vw"
        />
      )}
      <img
        src={pathOf(medium?.jpeg ?? image.url)}
        width={image.width ?? 960}
        height={image.height ?? 720}
        alt={alt}
        fetchPriority={isFirst ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  );
}

function largeOf(image: ListingImage): string {
  return pathOf(image.sizes?.['large']?.webp ?? image.url);
}

function smallOf(image: ListingImage): string {
  return pathOf(image.sizes?.['thumbnail']?.webp ?? image.url);
}
