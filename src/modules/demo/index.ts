export { addListings } from './add-listings.ts';
export { type DemoAccess, type DemoParts, ensureDemo, readDemoAccess } from './load.ts';
