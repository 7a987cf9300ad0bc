/**
 * Whether slow suites run in the short form of `.ci/run`: a part of what they show alike many times over. By themselves, and
 * each night (`npm run test:nightly`), they run in full.
 */
export const IS_SHORT = process.env['SUITES'] === 'short';
