import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

/** By the database's time, which all processes share. Also removes the rows of processes that crashed. */
export async function writeReport(db: Database, process: string, lines: Buffer): Promise<void> {
  await sql`
    with ended as (
      delete from process_metrics where process in (
        select process from process_metrics
        where reported_at < now() - interval '2 minutes' and process <> ${process}
        for update skip locked
      )
    )
    insert into process_metrics (process, reported_at, lines) values (${process}, now(), ${lines})
    on conflict (process) do update set reported_at = excluded.reported_at, lines = excluded.lines`.execute(
    db,
  );
}

export async function deleteReport(db: Database, process: string): Promise<void> {
  await sql`delete from process_metrics where process = ${process}`.execute(db);
}

export async function listReports(
  db: Database,
  { except, limit }: { readonly except: string; readonly limit: number },
): Promise<readonly Buffer[]> {
  const { rows } = await sql<{ lines: Buffer }>`
    select lines from process_metrics
    where process <> ${except} and reported_at >= now() - interval '2 minutes'
    order by reported_at desc limit ${limit}`.execute(db);
  return rows.map(({ lines }) => lines);
}
