export { addListings } from './add-listings.ts';
export { refuseDemoLogins } from './logins.ts';
export { type DemoAccess, type DemoParts, ensureDemo, readDemoAccess } from './load.ts';
