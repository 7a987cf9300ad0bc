import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { NotifiedCopy } from '../../platform/db/notified-copy.ts';
import { sendNotification } from '../../platform/db/send-notification.ts';
import { afterCommit, type Transaction } from '../../platform/db/transaction.ts';
import { checkSchema } from '../../platform/http/request/schema-check.ts';
import { SETTINGS, type SettingName, type SettingValue } from './definitions.ts';
import { listSettings, writeSetting } from './settings.repository.ts';

const CHANNEL = 'fifthwheel_settings';

type Values = { -readonly [N in SettingName]: SettingValue<N> };

type SettingsParts = Pick<Platform, 'db' | 'listener' | 'clock' | 'log'>;

/** Settings are read from a copy in memory. */
export class Settings extends Service<SettingsParts> {
  readonly #copy = new NotifiedCopy<Values>(this.parts, {
    channel: CHANNEL,
    initial: defaults(),
    read: () => this.#read(),
  });

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
    const rows = await listSettings(this.parts.db);
    const values: Record<string, unknown> = defaults();
    for (const { name, value } of rows) {
      if (!Object.hasOwn(SETTINGS, name)) continue;
      const problems = checkSchema(SETTINGS[name as SettingName].schema, value);
      if (problems.length === 0) values[name] = value;
      else
        this.parts.log.error(
          { setting: name, problems },
          'a stored setting is invalid: its default is in force',
        );
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
    await writeSetting(trx, { name, value, changedBy, now: this.parts.clock.now() });
    await sendNotification(trx, CHANNEL);
    afterCommit(trx, () => this.#copy.reloadInBackground());
  }
}

function defaults(): Values {
  return Object.fromEntries(
    Object.entries(SETTINGS).map(([name, definition]) => [name, definition.default]),
  ) as Values;
}
