export * from './types.ts';
export type { BrandNaming } from './words/aliases.ts';
export { SearchEngine } from './engine.ts';
export type { EngineOptions } from './engine.ts';
export type { EngineStats } from './store/engine-stats.ts';
export { SavedQueryIndex } from './saved/saved-queries.ts';
export { SnapshotError } from './snapshot/snapshot-format.ts';
export { interpretQuery, parseQueryText, DRIVE_TYPES } from './query/interpret.ts';
export type { Interpretation, InterpretationContext, InterpretedFilters } from './query/interpret.ts';
