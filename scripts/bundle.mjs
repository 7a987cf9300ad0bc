// Bundles for browsers and of libraries, in a process of its own: the bundler sets NODE_ENV to "production" for the process
// that it runs in, where a first start would find itself in production, and keeps some 100 MB.
import { buildLibraries } from './build-libraries.mjs';
import { buildBrowser } from './build-browser.mjs';

// Also where a test runner starts it: libraries carry a second, slower form for development.
process.env.NODE_ENV = 'production';
await Promise.all([buildBrowser({ reloads: process.argv.includes('--reloads') }), buildLibraries()]);
