/** The same seed and size always give the same data; `addListings` builds on its sellers. */
export const DEMO_MARKET = { seed: 20_260_101, sellers: 25, listings: 2000 } as const;
export const DEMO_BUYERS = 40;
