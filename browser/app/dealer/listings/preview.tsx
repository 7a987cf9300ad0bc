/** A preview of the listing as buyers will see it. */
import type { ReactElement } from 'react';
import { type OwnListing, pathOf } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../../words.ts';
import { valuesOf } from './fields.ts';
import { priceText } from './listing-price.tsx';

const FACTS = [
  'year',
  'mileage',
  'condition',
  'fuelType',
  'transmission',
  'driveType',
  'euroStandard',
  'powerKw',
  'grossVehicleWeightKg',
  'location.city',
];

export function Preview({ listing, onClose }: { listing: OwnListing; onClose: () => void }): ReactElement {
  const words = useWords();
  const values = valuesOf(listing);
  const { title, description, images } = listing;
  const cover = images[0];
  return (
    <Dialog title={words.text('desk.editor.preview')} onClose={onClose}>
      {cover !== undefined && (
        <img
          className="preview-cover"
          src={pathOf(cover.sizes?.['medium']?.webp ?? cover.url)}
          alt=""
          width={480}
          height={360}
        />
      )}
      <h3>{title ?? words.text('desk.listings.new')}</h3>
      <p className="preview-price">{priceText(listing, words)}</p>
      <dl className="figures">
        {FACTS.filter((name) => values[name] !== undefined).map((name) => (
          <div key={name}>
            <dt>{words.field(name.replace('location.city', 'location'))}</dt>
            <dd>{factOf(name, values[name] ?? '', words)}</dd>
          </div>
        ))}
      </dl>
      {description !== null && <p className="preview-text">{description}</p>}
    </Dialog>
  );
}

function factOf(name: string, value: string, words: ReturnType<typeof useWords>): string {
  if (name === 'mileage') return `${words.number(Number(value))} km`;
  if (name === 'powerKw') return `${value} kW`;
  if (name === 'grossVehicleWeightKg') return `${words.number(Number(value))} kg`;
  return words.value(name, value);
}
