// Bundles browser code and libraries in a separate process: the bundler sets NODE_ENV to "production" for its own
// process, which would put a first start in production, and keeps about 100 MB.
import { buildLibraries } from './build-libraries.mjs';
import { buildBrowser } from './build-browser.mjs';

// Set for test runners, too: libraries contain a second, slower form for development.
process.env.NODE_ENV = 'production';
await Promise.all([buildBrowser({ reloads: process.argv.includes('--reloads') }), buildLibraries()]);
