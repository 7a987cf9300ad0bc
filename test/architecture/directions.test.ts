import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { importsOf, moduleOf, packageOf, type Source, sources as production } from './sources.ts';

function offenders(isOffence: (source: Source) => readonly string[]): string[] {
  return production.flatMap((source) => isOffence(source).map((offence) => `${source.file}: ${offence}`));
}

describe('directions of imports', () => {
  it('finds imports to judge', () => {
    expect(production.length).toBeGreaterThan(100);
    expect(production.flatMap((source) => source.imports).length).toBeGreaterThan(300);
  });

  it('packages are entered by name, so through their exports, and import nothing of the program', () => {
    expect(production.some(({ file }) => packageOf(file) !== null)).toBe(true);
    expect(
      offenders(({ file, imports }) =>
        imports.filter(({ target }) => packageOf(target) !== packageOf(file)).map(({ target }) => target),
      ),
    ).toEqual([]);
  });

  it('the folders of the listings know only those before them: the way of a write never turns back', () => {
    const order = ['record', 'lifecycle', 'moderation', 'writing', 'public', 'seller', 'admin'];
    const placeOf = (file: string): number =>
      order.indexOf(/^modules\/listings\/([^/]+)\//.exec(file)?.[1] ?? '');
    expect(
      offenders(({ file, imports }) =>
        placeOf(file) === -1
          ? []
          : imports.filter(({ target }) => placeOf(target) > placeOf(file)).map(({ target }) => target),
      ),
    ).toEqual([]);
  });

  it('src/platform knows no module, and of the configuration only its type', () => {
    expect(
      offenders(({ file, imports }) =>
        file.startsWith('platform/')
          ? imports
              .filter(
                ({ target, isType }) =>
                  !target.startsWith('platform/') && !(target.startsWith('config/') && isType),
              )
              .map(({ target }) => target)
          : [],
      ),
    ).toEqual([]);
  });

  it('a module enters another by its door only, and never by its tables', () => {
    expect(
      offenders(({ file, imports }) => {
        const module = moduleOf(file);
        if (module === null) return [];
        return imports
          .filter(({ target }) => {
            const other = moduleOf(target);
            if (other === null || other === module)
              return target.startsWith('app/') || target.startsWith('bin/');
            return target !== `modules/${other}/index.ts`;
          })
          .map(({ target }) => target);
      }),
    ).toEqual([]);
  });

  it('pages enter modules only by their entry points, only the app imports pages, and components do not depend on the server', () => {
    expect(
      offenders(({ file, imports }) =>
        imports
          .filter(({ target }) => {
            // What both a dealer's profile and its forms list imports nothing itself.
            if (file.startsWith('storefront/ui/'))
              return !/^storefront\/(?:ui|cards|texts|drawings|prices)\/|^modules\/companies\/reach\.ts$/.test(
                target,
              );
            if (file.startsWith('storefront/'))
              return !/^(?:storefront|platform)\/|^modules\/[^/]+\/index\.ts$/.test(target);
            return target.startsWith('storefront/') && !file.startsWith('app/');
          })
          .map(({ target }) => target),
      ),
    ).toEqual([]);
    const browser = readdirSync(path.join(PACKAGE_ROOT, 'browser', 'islands'));
    expect(browser.length).toBeGreaterThan(3);
    for (const file of browser)
      for (const target of importsOf(path.join(PACKAGE_ROOT, 'browser', 'islands', file)))
        expect([file, target]).toEqual([file, expect.stringMatching(/^\.\/|^\.\.\/(?:shared|styles)\//)]);
  });

  it('the application takes from the server words, components and the lists of a form, and speaks to the API by its client', () => {
    const root = path.join(PACKAGE_ROOT, 'browser', 'app');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    expect(files.length).toBeGreaterThan(20);
    for (const file of files)
      for (const target of importsOf(path.join(root, file))) {
        if (!target.startsWith('.')) continue;
        const place = path.relative(PACKAGE_ROOT, path.resolve(path.dirname(path.join(root, file)), target));
        expect([file, place]).toEqual([
          file,
          expect.stringMatching(
            /^browser\/(?:app|shared|styles)\/|^src\/storefront\/(?:ui|texts)\/|^clients\/typescript\/src\/|^src\/storefront\/drawings\/|^src\/modules\/companies\/reach\.ts$/,
          ),
        ]);
      }
  });

  it('only structured data is written without being escaped', () => {
    const raw = production.filter(({ text }) => text.includes('dangerouslySetInnerHTML'));
    expect(raw.map(({ file }) => file)).toEqual(['storefront/shell/document.tsx']);
  });

  it('only src/config reads the environment', () => {
    expect(
      offenders(({ file, text }) =>
        !file.startsWith('config/') && /process\.env\b/.test(text) ? ['process.env'] : [],
      ),
    ).toEqual([]);
  });

  it('only the clock and the ids read the time', () => {
    const allowed = new Set(['platform/clock.ts', 'platform/ids.ts']);
    expect(
      offenders(({ file, text }) =>
        !allowed.has(file) && /Date\.now\(\)|new Date\(\)/.test(text) ? ['the time'] : [],
      ),
    ).toEqual([]);
  });

  it('no source file is longer than 400 lines, tables of data apart', () => {
    const isData = (file: string): boolean => /\/seed\/|listings\/record\/fields\/|\.data\.ts$/.test(file);
    expect(
      offenders(({ file, text }) =>
        !isData(file) && text.split('\n').length > 401 ? [`${text.split('\n').length} lines`] : [],
      ),
    ).toEqual([]);
  });
});
