/**
 * Whether slow suites run in the short form of `.ci/run`, which covers only some of many similar cases. On their own and
 * every night (`npm run test:nightly`), the suites run in full.
 */
export const IS_SHORT = process.env['SUITES'] === 'short';
