export { ClusterAway } from './asking.ts';
export { type ClusterAddress, createClient, PATIENT_MS } from './client.ts';
export { ClusterIndex } from './cluster-index.ts';
export { ClusterIndices } from './cluster-indices.ts';
export { ClusterWriter, type Refused } from './cluster-writer.ts';
export { type IndexLayout, MAPPING_NAME } from './mapping.ts';
