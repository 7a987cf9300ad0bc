import { createRequire } from 'node:module';
import type * as openSearch from '@opensearch-project/opensearch';

const require = createRequire(import.meta.url);

export interface ClusterAddress {
  /** Any of them may be asked. */
  readonly nodes: readonly string[];
  readonly username: string | null;
  readonly password: string | null;
  readonly apiKey: string | null;
  /** For one attempt. */
  readonly timeoutMs: number;
}

/** Bulk writes and changes of indices take longer than anybody waits for a search. */
export const PATIENT_MS = 60_000;

/** Of a question: the second one goes to another node, where there is one. */
export const ATTEMPTS = 2;

export function createClient({
  nodes,
  username,
  password,
  apiKey,
  timeoutMs,
}: ClusterAddress): openSearch.Client {
  // Its hundreds of files are loaded where there is a cluster.
  const { Client } = require('@opensearch-project/opensearch') as typeof openSearch;
  return new Client({
    nodes: [...nodes],
    requestTimeout: timeoutMs,
    maxRetries: ATTEMPTS - 1,
    ...(username === null ? {} : { auth: { username, password: password ?? '' } }),
    ...(apiKey === null ? {} : { headers: { authorization: `ApiKey ${apiKey}` } }),
  });
}
