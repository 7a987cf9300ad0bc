export { ClusterIndex } from './cluster-index.ts';
export { ClusterAway } from './asking.ts';
export { ClusterWriter, type Refused } from './cluster-writer.ts';
