/** The calls of the tour in the README, which every generated client implements. */
export interface Calls {
  search(q: string): Promise<readonly { id: string }[]>;
  register(account: {
    email: string;
    password: string;
    name: string;
    role: 'SELLER';
    companyName: string;
    country: 'DE';
  }): Promise<string>;
  /** Resolves to the access token. */
  signIn(email: string, password: string): Promise<string>;
  /** Resolves to the slug of the listing. */
  publish(token: string, truck: typeof TRUCK): Promise<string>;
  read(slug: string): Promise<{ id: string; title: string; company: string }>;
  /**
   * Resolves to the fields that the server rejects for a listing with a price of -1 and a title of two
   * letters.
   */
  refusedFields(token: string): Promise<readonly string[]>;
  signOut(token: string): Promise<void>;
  /** Resolves to the HTTP status of reading the caller's account. */
  accountStatus(token: string): Promise<number>;
}

export const TRUCK = {
  title: 'MAN TGX 18.510 4x2 BLS, first hand',
  category: 'tractor-units',
  subcategory: 'standard-tractor-units',
  brand: 'man',
  model: 'TGX',
  year: 2021,
  mileage: 398_000,
  price: 61_900,
  currency: 'EUR',
  fuelType: 'diesel',
  transmission: 'automatic',
  driveType: '4x2',
  euroStandard: 'euro6',
  location: { country: 'DE', city: 'Hamburg' },
  publish: true,
} as const;

const PASSWORD = 'Longhaul24';

export async function tour(name: string, calls: Calls): Promise<void> {
  const email = `${name}-${Date.now()}@example.org`;
  const registered = await calls.register({
    email,
    password: PASSWORD,
    name: 'Dana Dealer',
    role: 'SELLER',
    companyName: 'Dana Trucks',
    country: 'DE',
  });
  if (registered !== email) throw new Error(`registered ${registered}`);
  const token = await calls.signIn(email, PASSWORD);
  const { id, title, company } = await calls.read(await calls.publish(token, TRUCK));
  if (title !== TRUCK.title || company !== 'Dana Trucks') throw new Error(`read ${title} of ${company}`);
  const found = await calls.search('first hand tgx 2021');
  if (found.every((hit) => hit.id !== id)) throw new Error('the search does not find the listing');
  const fields = await calls.refusedFields(token);
  if (!fields.includes('title') || !fields.includes('price')) throw new Error(`refused: ${fields.join()}`);
  if ((await calls.accountStatus(token)) !== 200) throw new Error('the token does not work');
  await calls.signOut(token);
  if ((await calls.accountStatus(token)) !== 401) throw new Error('the token works after signing out');
  process.stdout.write('the tour is done\n');
}

export function baseUrl(): string {
  const url = process.env['MARKET_URL'];
  if (url === undefined) throw new Error('MARKET_URL is not set');
  return `${url}/v1`;
}

/** Returns `value`; throws if it is null or undefined. */
export function given<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new Error('the answer has no data');
  return value;
}
