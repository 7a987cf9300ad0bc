export { addListings } from './add-listings.ts';
export {
  countsFor,
  FILL_COUNTS,
  FILL_SIZES,
  FILLED_EMAILS,
  type FillCounts,
  fillMarket,
} from './fill/index.ts';
export { refuseDemoLogins } from './logins.repository.ts';
export { type DemoAccess, type DemoParts, ensureDemo, readDemoAccess } from './load.ts';
