import { OpenSearchNode } from '../../test/support/opensearch-node.ts';
import { residentMb } from './server.ts';

const HEAP_MB = 4096;

/** Runs `work` with the settings of a search cluster: that of OPENSEARCH_URL, or a node that is started for it. */
export async function withCluster(
  work: (env: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> {
  const url = process.env['OPENSEARCH_URL'];
  if (url !== undefined) return work({ OPENSEARCH_URL: url });
  const node = await OpenSearchNode.start({ lasts: true, heapMb: HEAP_MB });
  try {
    await work({ OPENSEARCH_URL: node.url, OPENSEARCH_REPLICAS: '0' });
    console.log(`memory of the node: ${await residentMb(node.pid)} MB`);
  } finally {
    await node.stop();
  }
}
