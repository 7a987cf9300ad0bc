import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PgListener } from '../../platform/db/listener.ts';
import { NotifiedCopy } from '../../platform/db/notified-copy.ts';
import { afterCommit, type Transaction } from '../../platform/db/transaction.ts';
import { checkSchema } from '../../platform/http/request/schema-check.ts';
import type { Logger } from '../../platform/log.ts';
import { SETTINGS, type SettingName, type SettingValue } from './definitions.ts';
import './tables.ts';

const CHANNEL = 'fifthwheel_settings';

type Values = { -readonly [N in SettingName]: SettingValue<N> };

/** Settings are read from a copy in memory. */
export class Settings {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #copy: NotifiedCopy<Values>;

  constructor(parts: { db: Database; listener: PgListener; clock: Clock; log: Logger }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#copy = new NotifiedCopy(parts, { channel: CHANNEL, initial: defaults(), read: () => this.#read() });
  }

  get<N extends SettingName>(name: N): SettingValue<N> {
    return this.#copy.current[name] as SettingValue<N>;
  }

  start(): Promise<void> {
    return this.#copy.start();
  }

  /** Called whenever values may have changed. */
  onChange(watcher: () => void): void {
    this.#copy.onChange(watcher);
  }

  reload(): Promise<void> {
    return this.#copy.reload();
  }

  async #read(): Promise<Values> {
    const rows = await this.#db.selectFrom('settings').select(['name', 'value']).execute();
    const values: Record<string, unknown> = defaults();
    for (const { name, value } of rows) {
      if (!Object.hasOwn(SETTINGS, name)) continue;
      const problems = checkSchema(SETTINGS[name as SettingName].schema, value);
      if (problems.length === 0) values[name] = value;
      else
        this.#log.error({ setting: name, problems }, 'a stored setting is invalid: its default is in force');
    }
    return values as Values;
  }

  /** Sets a value and keeps the previous one in the history; `null` restores the default. */
  async change<N extends SettingName>(
    trx: Transaction,
    name: N,
    value: SettingValue<N> | null,
    changedBy: string | null,
  ): Promise<void> {
    const now = this.#clock.now();
    const before = await trx
      .selectFrom('settings')
      .select('value')
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirst();
    if (value === null) await trx.deleteFrom('settings').where('name', '=', name).execute();
    else {
      const text = JSON.stringify(value);
      await sql`
        insert into settings (name, value, updated_by, updated_at) values (${name}, ${text}::jsonb, ${changedBy}, ${now})
        on conflict (name) do update set value = excluded.value, updated_by = excluded.updated_by, updated_at = excluded.updated_at`.execute(
        trx,
      );
    }
    await trx
      .insertInto('settings_history')
      .values({
        name,
        before: before === undefined ? null : JSON.stringify(before.value),
        after: value === null ? null : JSON.stringify(value),
        changed_by: changedBy,
        changed_at: now,
      })
      .execute();
    await sql`select pg_notify(${CHANNEL}, '')`.execute(trx);
    afterCommit(trx, () => this.#copy.reloadInBackground());
  }
}

function defaults(): Values {
  return Object.fromEntries(
    Object.entries(SETTINGS).map(([name, definition]) => [name, definition.default]),
  ) as Values;
}
