import { isDeepStrictEqual } from 'node:util';
import type { UserActor } from '../../platform/actor.ts';
import type { Origin } from '../../platform/audit/audit-log.ts';
import { isoOrNull } from '../../platform/clock.ts';
import { inTransaction, recordCreated, type Transaction } from '../../platform/db/transaction.ts';
import { type ErrorDetail, invalidField, invalidFields, notFound } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { checkBody } from '../../platform/http/request/validate.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { readCsv } from '@fifthwheel/text/csv-reader';
import { nearest } from '@fifthwheel/text/nearest';
import { type ExchangeRates, SETTINGS, type SettingName, type SettingValue } from './definitions.ts';
import type { Settings } from './service.ts';
import { findHistoryEntry, listCurrenciesWithout, listHistory, listSettings } from './settings.repository.ts';
import { t } from '../../platform/errors/sentence.ts';

export interface SettingRecord {
  readonly name: string;
  readonly value: unknown;
  readonly default: unknown;
  readonly isDefault: boolean;
  /** By language. */
  readonly description: { readonly en: string; readonly de: string };
  readonly schema: unknown;
  readonly updatedBy: string | null;
  readonly updatedAt: string | null;
}

/** Settings for administrators: everything is validated before anything is written, and every change is audited. */
export class SettingsAdminService extends Service<Platform & { readonly settings: Settings }> {
  async list(): Promise<SettingRecord[]> {
    const rows = await listSettings(this.parts.db);
    return (Object.keys(SETTINGS) as SettingName[]).map((name) => {
      const definition = SETTINGS[name];
      const row = rows.find((stored) => stored.name === name);
      return {
        name,
        value: row === undefined ? definition.default : row.value,
        default: definition.default,
        isDefault: row === undefined,
        description: definition.description,
        schema: definition.schema,
        updatedBy: row?.updated_by ?? null,
        updatedAt: isoOrNull(row?.updated_at),
      };
    });
  }

  async get(name: string): Promise<SettingRecord> {
    assertSetting(name);
    const found = (await this.list()).find((setting) => setting.name === name);
    if (found === undefined) throw notFound('setting');
    return found;
  }

  async change(actor: UserActor, changes: Changes, origin: Origin): Promise<SettingRecord[]> {
    const checked = checkChanges(isList(changes) ? byName(changes) : changes);
    const before = await this.list();
    const valueBefore = (name: SettingName): unknown =>
      before.find((setting) => setting.name === name)?.value;
    // A list was read from here: sent back, it does not turn defaults into decisions.
    const changed = isList(changes)
      ? checked.filter(([name, value]) => !isDeepStrictEqual(value, valueBefore(name)))
      : checked;
    await inTransaction(this.parts.db, async (trx) => {
      for (const [name, value] of changed)
        if (name === 'exchangeRates')
          await assertCurrenciesInUse(trx, (value ?? SETTINGS.exchangeRates.default) as ExchangeRates);
      recordCreated(trx, checked.map(([name]) => name).join(' '));
      for (const [name, value] of changed) await this.parts.settings.change(trx, name, value, actor.userId);
      for (const [name, value] of changed) {
        await this.parts.audit.record(trx, {
          actor,
          action: 'setting.changed',
          subject: { type: 'setting', id: name },
          before: { value: valueBefore(name) },
          after: { value: value ?? SETTINGS[name].default },
          origin,
        });
      }
    });
    await this.parts.settings.reload();
    return (await this.list()).filter((setting) => checked.some(([name]) => name === setting.name));
  }

  /** Changes one setting by name; null restores the default. */
  async set(actor: UserActor, name: string, value: unknown, origin: Origin): Promise<SettingRecord> {
    assertSetting(name);
    await this.change(actor, { [name]: value }, origin);
    return this.get(name);
  }

  async history(name: string, page: Page) {
    assertSetting(name);
    return listHistory(this.parts.db, name, page);
  }

  async rollBack(actor: UserActor, name: string, historyId: number, origin: Origin): Promise<SettingRecord> {
    assertSetting(name);
    const entry = await findHistoryEntry(this.parts.db, name, historyId);
    if (entry === undefined) throw notFound('change in the history of this setting');
    return this.set(actor, name, entry.before ?? null, origin);
  }

  async importRates(
    actor: UserActor,
    input: { csv: string; asOf: string; replace?: boolean },
    origin: Origin,
  ): Promise<SettingRecord> {
    const read = readRates(input.csv);
    const current: ExchangeRates = this.parts.settings.get('exchangeRates');
    const rates = input.replace === true ? read : { ...current.rates, ...read };
    await this.change(actor, { exchangeRates: { base: 'EUR', rates, asOf: input.asOf } }, origin);
    return this.get('exchangeRates');
  }
}

function assertSetting(name: string): asserts name is SettingName {
  if (!Object.hasOwn(SETTINGS, name)) throw notFound('setting');
}

/** Values by name, or a list as it is read. */
type Changes = Readonly<Record<string, unknown>> | readonly NamedValue[];

interface NamedValue {
  readonly name: string;
  readonly value: unknown;
}

function isList(changes: Changes): changes is readonly NamedValue[] {
  return Array.isArray(changes);
}

function byName(list: readonly NamedValue[]): Readonly<Record<string, unknown>> {
  const names = list.map(({ name }) => name);
  const duplicateIndex = names.findIndex((name, i) => names.indexOf(name) !== i);
  if (duplicateIndex !== -1) throw invalidField(`settings.${duplicateIndex}.name`, t('occurs twice'));
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

type Change = readonly [SettingName, SettingValue<SettingName> | null];

function checkChanges(changes: Readonly<Record<string, unknown>>): Change[] {
  const problems: ErrorDetail[] = [];
  const checked: Change[] = [];
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(SETTINGS, name)) {
      const suggestion = nearest(name, Object.keys(SETTINGS));
      problems.push({
        field: name,
        message:
          suggestion === undefined
            ? t('is not a setting')
            : t('is not a setting; did you mean {meant}?', { meant: suggestion }),
      });
      continue;
    }
    const setting = name as SettingName;
    if (value === null) checked.push([setting, null]);
    else {
      const { schema } = SETTINGS[setting];
      const checkedValue = checkBody(schema, value);
      problems.push(
        ...checkedValue.problems.map((problem) => ({
          ...problem,
          field: problem.field === 'body' ? name : `${name}.${problem.field}`,
        })),
      );
      checked.push([setting, checkedValue.value as SettingValue<SettingName>]);
    }
  }
  if (problems.length > 0) throw invalidFields(problems);
  if (checked.length === 0) throw invalidField('settings', t('must name at least one setting'));
  return checked;
}

const RATE_LINES_MAX = 500;

/** Parses lines such as `USD,1.08`; a heading is allowed. */
function readRates(csv: string): Record<string, number> {
  const delimiter = [';', '\t'].find((sign) => csv.includes(sign)) ?? ',';
  const records = readCsv(csv.replace(/^\uFEFF/, ''), delimiter).slice(0, RATE_LINES_MAX);
  if (records.some(({ fault }) => fault !== null)) throw invalidField('csv', t('is not CSV'));
  const rates: Record<string, number> = {};
  const problems: ErrorDetail[] = [];
  records.forEach(({ cells }, i) => {
    const [currency = '', rate = ''] = cells.map((cell) => cell.trim());
    if (i === 0 && !/\d/.test(rate)) return;
    const code = currency.toUpperCase();
    const value = Number(rate.replace(',', '.'));
    if (!/^[A-Z]{3}$/.test(code))
      problems.push({
        field: `csv.${i + 1}`,
        message: t('"{code}" is not a currency code', { code: currency.slice(0, 20) }),
      });
    else if (!(value > 0))
      problems.push({
        field: `csv.${i + 1}`,
        message: t('the rate of {code} must be a number above zero', { code }),
      });
    else if (code !== 'EUR') rates[code] = value;
  });
  if (problems.length > 0) throw invalidFields(problems);
  if (Object.keys(rates).length === 0) throw invalidField('csv', t('has no rates'));
  return rates;
}

/** Without its rate, a listing would vanish from every search by price. */
async function assertCurrenciesInUse(trx: Transaction, { base, rates }: ExchangeRates): Promise<void> {
  const known = [base, ...Object.keys(rates)];
  const rows = await listCurrenciesWithout(trx, known);
  if (rows.length === 0) return;
  const named = rows.map(({ currency, listings }) => `${currency} (${listings})`).join(', ');
  throw invalidField(
    'exchangeRates.rates',
    t('must contain every currency that listings use; missing, with the number of listings: {missing}', {
      missing: named,
    }),
  );
}
