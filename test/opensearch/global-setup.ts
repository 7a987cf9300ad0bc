import type { TestProject } from 'vitest/node';
import { OpenSearchNode } from '../support/opensearch-node.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A node of OpenSearch that test files share; each has indices of its own in it. */
    openSearchUrl: string;
  }
}

/** The node of OPENSEARCH_TEST_URL, or one that is started. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['OPENSEARCH_TEST_URL'];
  const node = given === undefined ? await OpenSearchNode.start() : null;
  project.provide('openSearchUrl', given ?? node?.url ?? '');
  return async () => {
    await node?.stop();
  };
}
