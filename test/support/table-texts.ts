import { sql } from 'kysely';
import { SEND_MANY_JOB, type WaitingMail } from '../../src/platform/mail/mails.ts';
import type { TestApp } from './test-app.ts';

/**
 * Returns the tables that contain a text in any column, as text or as bytes. Also decrypts stored idempotent responses and
 * queued emails, because a holder of the server's key could do the same.
 */
export async function tablesWith(t: TestApp, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(t.db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select 1 from ${sql.table(name)} as r
      where r::text ilike ${`%${text}%`} or r::text ilike ${`%${Buffer.from(text).toString('hex')}%`} limit 1`.execute(
      t.db,
    );
    if (rows.length > 0) found.push(name);
  }
  const sealed = { idempotency_keys: await decryptResponses(t), jobs: await decryptMails(t) };
  for (const [name, texts] of Object.entries(sealed))
    if (
      !found.includes(name) &&
      texts.some((candidate) => candidate.toLowerCase().includes(text.toLowerCase()))
    )
      found.push(name);
  return found;
}

async function decryptResponses(t: TestApp): Promise<string[]> {
  const rows = await t.db
    .selectFrom('idempotency_keys')
    .select('body')
    .where('body', 'is not', null)
    .execute();
  return rows.map(({ body }) => t.app.platform.keys.open('idempotent-reply', body ?? Buffer.alloc(0)));
}

async function decryptMails(t: TestApp): Promise<string[]> {
  const rows = await t.db
    .selectFrom('jobs')
    .select('payload')
    .where('name', 'in', ['mail.send', SEND_MANY_JOB])
    .execute();
  return rows.flatMap(({ payload }) => {
    const { mails = [payload as WaitingMail] } = payload as { mails?: readonly WaitingMail[] };
    return mails.map(({ sealed }) => t.app.platform.keys.open('waiting-mail', Buffer.from(sealed, 'base64')));
  });
}
