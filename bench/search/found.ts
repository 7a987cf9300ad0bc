import pg from 'pg';
import { seeded } from '../search-documents.ts';

const POLL_MS = 10;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const WORD_LENGTH = 12;

/**
 * Time from commit to visibility in search, for a number of changes: listings get a unique word, which is searched for
 * until found.
 */
export async function timesUntilFound(url: string, databaseUrl: string, changes: number): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const random = seeded(Date.now());
  try {
    const { rows } = await client.query<{ id: string; title: string }>(
      `select id, title from listings where status = 'ACTIVE' order by id limit $1`,
      [changes],
    );
    const times: number[] = [];
    for (const { id, title } of rows) {
      const letters = Array.from(
        { length: WORD_LENGTH },
        () => LETTERS[Math.floor(random() * LETTERS.length)],
      );
      const word = letters.join('');
      await client.query('update listings set title = $2 where id = $1', [id, word]);
      const committedMs = performance.now();
      while ((await firstFound(url, word)) !== id)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      times.push(performance.now() - committedMs);
      await client.query('update listings set title = $2 where id = $1', [id, title]);
    }
    return times;
  } finally {
    await client.end();
  }
}

/** Returns the ID of the first result; undefined for an error, which counts as not found yet. */
async function firstFound(url: string, word: string): Promise<string | undefined> {
  const response = await fetch(`${url}/api/search?q=${word}&facets=&limit=1&fields=id`);
  if (!response.ok) {
    await response.text();
    return undefined;
  }
  const { data } = (await response.json()) as { data: { results: readonly { id: string }[] } };
  return data.results[0]?.id;
}
