import { createRequire } from 'node:module';
import type * as openSearch from '@opensearch-project/opensearch';

const require = createRequire(import.meta.url);

export interface ClusterAddress {
  /** URLs of the nodes; a request can go to any of them. */
  readonly nodes: readonly string[];
  readonly username: string | null;
  readonly password: string | null;
  readonly apiKey: string | null;
  /** Time limit for one attempt. */
  readonly timeoutMs: number;
}

/** Time limit for bulk writes and index changes, which take longer than a search may. */
export const PATIENT_MS = 60_000;

/** Attempts per query. The second goes to another node, if there is one. */
export const ATTEMPTS = 2;

export function createClient({
  nodes,
  username,
  password,
  apiKey,
  timeoutMs,
}: ClusterAddress): openSearch.Client {
  // Load its hundreds of files only if a search cluster is configured.
  const { Client } = require('@opensearch-project/opensearch') as typeof openSearch;
  return new Client({
    nodes: [...nodes],
    requestTimeout: timeoutMs,
    maxRetries: ATTEMPTS - 1,
    ...(username === null ? {} : { auth: { username, password: password ?? '' } }),
    ...(apiKey === null ? {} : { headers: { authorization: `ApiKey ${apiKey}` } }),
  });
}
