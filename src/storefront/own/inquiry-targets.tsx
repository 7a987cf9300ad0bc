/** The vehicles that an inquiry is about: a single one, several compared ones, or one from a dealer's stock. */
import type { ReactElement } from 'react';
import type { ListingDetail } from '../../modules/listings/index.ts';
import type { PublicSeller } from '../../modules/sellers/index.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { Choice } from './form.tsx';
import { optionalText, type Reading, text } from './own-page.ts';

export const TARGETS_MAX = 5;
const OFFERED_MAX = '100';
const ID_LENGTH_MAX = 64;

export interface Vehicle {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly image: string | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly vatDeductible: boolean | null;
  readonly dealer: string;
}

export interface Targets {
  readonly title: string;
  /** The vehicles that the inquiry is about. */
  readonly vehicles: readonly Vehicle[];
  /** The dealer's vehicles, from which the buyer selects one. */
  readonly offered: readonly Vehicle[];
}

export type LoadTargets = (reading: Reading) => Promise<Targets>;
/** Returns the IDs of the listings that a submitted form is about. */
export type IdsOfForm = (form: URLSearchParams, reading: Reading) => Promise<readonly string[]>;

const vehicleOf = (listing: ListingDetail): Vehicle => ({
  ...listing,
  image: listing.images[0]?.url ?? null,
  dealer: listing.seller.companyName,
});

const findOne = ({ api }: Reading, slug: string): Promise<ListingDetail> =>
  api.get<ListingDetail>('/listings/:slug', { params: { slug } });

/** Loads the listing that the path names. */
export const oneTarget: LoadTargets = async (reading) => {
  const listing = await findOne(reading, reading.params['listing'] ?? '');
  const title = reading.reader.text('inquiry.title', { dealer: listing.seller.companyName });
  return { title, vehicles: [vehicleOf(listing)], offered: [] };
};
export const oneId: IdsOfForm = async (_form, reading) => [
  (await findOne(reading, reading.params['listing'] ?? '')).id,
];

/** Loads the listings that the query names, without those that are no longer available. */
export const severalTargets: LoadTargets = async (reading) => {
  const listings = await Promise.all(idsOf(reading.query).map((id) => findUnlessGone(reading, id)));
  const vehicles = listings.filter((listing) => listing !== null).map(vehicleOf);
  if (vehicles.length === 0) throw notFound('listing');
  return { title: reading.reader.count('inquiries.title', vehicles.length), vehicles, offered: [] };
};
/** Returns the IDs to write to. After a partial failure, the form contains only the failed ones. */
export const severalIds: IdsOfForm = async (form, { query }) => idsOf(form.has('ids') ? form : query);

async function findUnlessGone(reading: Reading, id: string): Promise<ListingDetail | null> {
  try {
    return await findOne(reading, id);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  }
}

function idsOf(values: URLSearchParams): readonly string[] {
  const ids = values
    .getAll('ids')
    .flatMap((part) => part.split(','))
    .filter((id) => id !== '' && id.length <= ID_LENGTH_MAX);
  return [...new Set(ids)].slice(0, TARGETS_MAX);
}

interface StockListing extends Omit<Vehicle, 'image' | 'dealer'> {
  readonly thumbnail: string | null;
}

/** Loads a dealer's vehicles. Every message is about a vehicle, so the buyer selects one. */
export const dealerTargets: LoadTargets = async ({ api, params, reader }) => {
  const slug = params['slug'] ?? '';
  const seller = await api.get<PublicSeller>('/sellers/:slug', { params: { slug } });
  const stock = await api.get<{ listings: readonly StockListing[] }>('/sellers/:slug/listings', {
    params: { slug },
    query: { limit: OFFERED_MAX },
  });
  const dealer = seller.companyName;
  return {
    title: reader.text('inquiry.title', { dealer }),
    vehicles: [],
    offered: stock.listings.map((listing) => ({ ...listing, image: listing.thumbnail, dealer })),
  };
};
export const chosenId: IdsOfForm = async (form) => [text(form, 'listing')];

export function VehicleChoice({
  offered,
  reading,
}: {
  offered: readonly Vehicle[];
  reading: Reading;
}): ReactElement | null {
  if (offered.length === 0) return null;
  return (
    <Choice
      name="listing"
      apiField="listing_id"
      label="inquiry.vehicle"
      value={optionalText(reading.form.values, 'listing') ?? ''}
      options={offered.map(({ id, title }) => [id, title])}
    />
  );
}
