import { describe, expect, it } from 'vitest';
import {
  KNOW_REQUESTS,
  NOT_COUNTED,
  READ_BY_OTHERS,
  SQL_OUTSIDE_REPOSITORIES,
  WRITTEN_BY_OTHERS,
} from './exceptions.ts';
import { cyclesOf, moduleOf, type Source, sources, unitOf } from './sources.ts';

const BUILDER = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;
const TAG = /\bsql(?:<[^`;]*?>)?`|\bsql\.(?:raw|join|table|ref|id|lit|val)\b/;

const holdsSql = ({ code }: Source): boolean => BUILDER.test(code) || TAG.test(code);

/** The database layer and the migrations that it runs. */
const isDatabaseLayer = (file: string): boolean => file.startsWith('platform/db/');

const TABLES = /interface Tables \{([^}]*)\}/g;
const ownerOf = new Map(
  sources.flatMap(({ file, code }) =>
    [...code.matchAll(TABLES)].flatMap((block) =>
      [...(block[1] ?? '').matchAll(/^\s*(\w+):/gm)].map((row) => [row[1] ?? '', unitOf(file)] as const),
    ),
  ),
);

const WRITES = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g,
  /\b(?:insert into|delete from)\s+(\w+)/gi,
  /\bupdate\s+(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
];
const READS = [
  /\.(?:selectFrom|\w*[jJ]oin)\(\s*\[?'(\w+)/g,
  /\b(?:from|join|using)\s+(\w+)/g,
  /\bfrom\s+\w+(?:\s+(?:as\s+)?\w+)?\s*,\s*(\w+)/g,
  // A fragment that another statement embeds: sql`team_members m`.
  /\bsql(?:<[^`;]*?>)?`\s*(\w+)/g,
  /\bsql\.table\('(\w+)/g,
];

const findTables = (code: string, patterns: readonly RegExp[]): string[] =>
  patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''));

/** Tables whose writers must call `touches`. */
const COPIED: ReadonlySet<string> = new Set(['listings', 'sellers', 'listing_changes']);

/** Returns `unit: table` for each table of another unit that the patterns find. */
function findForeignTables(patterns: readonly RegExp[]): string[] {
  // The demo marketplace fills every table, so it is exempt.
  const found = sources
    .filter((source) => moduleOf(source.file) !== 'demo' && holdsSql(source))
    .flatMap(({ file, code }) =>
      findTables(code, patterns)
        .filter((table) => (ownerOf.get(table) ?? unitOf(file)) !== unitOf(file))
        .map((table) => `${unitOf(file)}: ${table}`),
    );
  return [...new Set(found)].toSorted();
}

describe('walls', () => {
  it('no file imports itself through others, types included', () => {
    const files = new Set(sources.map(({ file }) => file));
    const graph = new Map(
      sources.map(({ file, imports }) => [
        file,
        new Set(imports.map(({ target }) => target).filter((target) => files.has(target))),
      ]),
    );
    expect(cyclesOf(graph)).toEqual([]);
  });

  it('no module needs itself through others', () => {
    const graph = new Map<string, Set<string>>();
    for (const { file, imports } of sources) {
      const module = moduleOf(file);
      if (module === null) continue;
      const dependencies = graph.get(module) ?? new Set();
      for (const { target } of imports) {
        const other = moduleOf(target);
        if (other !== null && other !== module) dependencies.add(other);
      }
      graph.set(module, dependencies);
    }
    expect(cyclesOf(graph)).toEqual([]);
  });

  it('finds a cycle where there is one', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c', 'd'])],
      ['c', new Set(['a'])],
      ['d', new Set<string>()],
    ]);
    expect(cyclesOf(graph)).toEqual([['a', 'b', 'c']]);
  });

  it('SQL is in *.repository.ts', () => {
    const outside = sources
      .filter((source) => holdsSql(source) && !source.file.endsWith('repository.ts'))
      .map(({ file }) => file)
      .filter((file) => !isDatabaseLayer(file));
    expect(outside.toSorted()).toEqual(SQL_OUTSIDE_REPOSITORIES.toSorted());
  });

  it('a table is written by the unit that declares it', () => {
    expect(ownerOf.size).toBeGreaterThan(50);
    expect(findForeignTables(WRITES)).toEqual(WRITTEN_BY_OTHERS.toSorted());
  });

  it('a table is read by the unit that declares it', () => {
    const byUnit: Record<string, string[]> = {};
    for (const line of findForeignTables(READS)) {
      const [unit = '', table = ''] = line.split(': ');
      (byUnit[unit] ??= []).push(table);
    }
    expect(
      Object.fromEntries(Object.entries(byUnit).map(([unit, tables]) => [unit, tables.join(' ')])),
    ).toEqual(READ_BY_OTHERS);
  });

  it.each([
    'sql`team_members m`',
    'sql<{ id: string }>`\n  team_members m join users u on true`',
    'sql`select from users u, team_members m`',
    "sql.table('team_members')",
    "db.selectFrom('team_members as m')",
    "db.innerJoin('team_members', 'x', 'y')",
  ])('finds the table that %j reads', (code) => {
    expect(findTables(code, READS)).toContain('team_members');
  });

  it('a function that writes what is copied in memory says so to the commit', () => {
    const silent = sources.flatMap(({ file, code }) =>
      // A top-level function or class ends with a brace in the first column.
      code.split(/^\}/m).flatMap((block) =>
        findTables(block, WRITES)
          .filter((table) => COPIED.has(table) && !block.includes(`touches(trx, '${table}')`))
          .map((table) => `${file}: ${table}`),
      ),
    );
    expect(silent).toEqual(NOT_COUNTED);
  });

  it('routes leave the database to services and repositories', () => {
    const reaching = sources
      .filter(({ file }) => file.endsWith('routes.ts'))
      .flatMap(({ file, imports, text }) => [
        ...imports
          .filter(({ target }) => target.endsWith('repository.ts'))
          .map(({ target }) => `${file}: ${target}`),
        ...(/from 'kysely'/.test(text) ? [`${file}: kysely`] : []),
      ]);
    expect(reaching).toEqual([]);
  });

  it('services know nothing of requests and replies', () => {
    const knowing = sources
      .filter(({ file, code }) => {
        if (moduleOf(file) === null || /routes\.ts$|\/index\.ts$/.test(file)) return false;
        return /\b(?:RequestContext|Reply)\b/.test(code);
      })
      .map(({ file }) => file);
    expect(knowing.toSorted()).toEqual(KNOW_REQUESTS.toSorted());
  });
});
