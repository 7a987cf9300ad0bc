import type { TestProject } from 'vitest/node';
import { OpenSearchNode } from '../support/opensearch-node.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of an OpenSearch node that test files share; each file uses its own indices. */
    openSearchUrl: string;
  }
}

/** Provides the node of OPENSEARCH_TEST_URL, or starts one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const externalUrl = process.env['OPENSEARCH_TEST_URL'];
  const node = externalUrl === undefined ? await OpenSearchNode.start() : null;
  project.provide('openSearchUrl', externalUrl ?? node?.url ?? '');
  return async () => {
    await node?.stop();
  };
}
