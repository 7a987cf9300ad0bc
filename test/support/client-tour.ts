/** The tour of the README as a program that uses the client, and its expected output. */
export const TOUR = `
import { createClient, FifthwheelError } from '@fifthwheel/client';
const market = createClient({ baseUrl: process.env.FIFTHWHEEL_URL });
const found = await market.search.run({ q: 'tgx under 70k', limit: 3 });
console.log('searched', Array.isArray(found.results));
const email = 'tour-' + Date.now() + '@example.org';
const password = 'Longhaul24';
await market.auth.register({ email, password, name: 'Dana Dealer', role: 'SELLER', companyName: 'Dana Trucks', country: 'DE' });
await market.signIn({ email, password });
const listing = await market.listings.create({
  title: 'MAN TGX 18.510 4x2 BLS, first hand', category: 'tractor-units', subcategory: 'standard-tractor-units',
  brand: 'man', model: 'TGX', year: 2021, mileage: 398000, price: 61900, currency: 'EUR', fuelType: 'diesel',
  transmission: 'automatic', driveType: '4x2', euroStandard: 'euro6', location: { country: 'DE', city: 'Hamburg' }, publish: true,
});
console.log('listed', listing.status);
const again = await market.search.run({ q: 'first hand tgx', limit: 20 });
console.log('found', again.results.some(({ id }) => id === listing.id));
const read = await market.request({ method: 'GET', path: '/listings/' + listing.slug });
console.log('read', read.data.title);
try {
  await market.listings.create({ title: 'No', price: -1, brand: 'mann', year: 3000 });
} catch (error) {
  console.log('refused', error instanceof FifthwheelError, error.code, error.details.map(({ field }) => field).sort().join());
}
await market.signOut();
try {
  await market.request({ method: 'GET', path: '/auth/me' });
} catch (error) {
  console.log('signed out', error.status);
}
`;

export const TOUR_OUTPUT = [
  'searched true',
  'listed ACTIVE',
  'found true',
  'read MAN TGX 18.510 4x2 BLS, first hand',
  'refused true VALIDATION_ERROR brand,category,price,title,year',
  'signed out 401',
];
