export { ClusterAway, LATE } from './asking.ts';
export { ATTEMPTS, createClient, PATIENT_MS } from './client.ts';
export { ClusterIndex } from './cluster-index.ts';
export { ClusterIndices } from './cluster-indices.ts';
export { isFarPage } from './cluster-search.ts';
export { ClusterWriter } from './cluster-writer.ts';
export { type IndexedListing } from './documents.ts';
export { dueMs, withDue } from './due.ts';
export { MAPPING_NAME } from './mapping.ts';
