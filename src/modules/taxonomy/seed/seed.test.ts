import { describe, expect, it } from 'vitest';
import { seedBrands } from './brands.ts';
import { seedCategories } from './categories.ts';
import { featureGroups, seedFeatures } from './features.ts';
import { vehicleClasses } from './vehicle-class.ts';

const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const featureCodePattern = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const repeated = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

describe('seed categories', () => {
  const tops = seedCategories.filter((category) => category.parent === null);

  it('has unique ASCII slugs over both levels', () => {
    const slugs = seedCategories.map((category) => category.slug);
    expect(repeated(slugs)).toEqual([]);
    expect(slugs.filter((slug) => !slugPattern.test(slug))).toEqual([]);
  });

  it('has one top category per vehicle class, forklifts and agriculture switched off', () => {
    expect(tops.map((top) => top.class)).toEqual([...vehicleClasses]);
    expect(tops.filter((top) => !top.active).map((top) => top.slug)).toEqual([
      'forklifts',
      'agricultural-machinery',
    ]);
  });

  it('puts every child under a top-level category of the same class and state', () => {
    for (const child of seedCategories.filter((category) => category.parent !== null)) {
      const parent = tops.find((top) => top.slug === child.parent);
      expect(parent, child.slug).toBeDefined();
      expect({ class: child.class, active: child.active }).toEqual({
        class: parent?.class,
        active: parent?.active,
      });
    }
  });

  it('numbers siblings from 1 without gaps', () => {
    for (const parent of [null, ...tops.map((top) => top.slug)]) {
      const positions = seedCategories.filter((c) => c.parent === parent).map((c) => c.position);
      expect(positions).toEqual(positions.map((_, index) => index + 1));
      expect(positions.length).toBeGreaterThan(4);
    }
  });

  it('has names in both languages, unique among siblings', () => {
    for (const language of ['en', 'de'] as const) {
      const names = seedCategories.map((c) => `${c.parent ?? ''}/${c.names[language].trim()}`);
      expect(names.filter((name) => name.endsWith('/'))).toEqual([]);
      expect(repeated(names)).toEqual([]);
    }
  });

  it('resolves every import key and every alias to one category', () => {
    expect(repeated(seedCategories.flatMap((c) => c.importKeys))).toEqual([]);
    expect(seedCategories.filter((c) => c.importKeys.length === 0)).toEqual([]);
    const spoken = seedCategories.flatMap((c) => [
      ...new Set([c.slug, c.names.en, c.names.de, ...c.aliases].map(fold)),
    ]);
    expect(repeated(spoken)).toEqual([]);
  });
});

describe('seed brands', () => {
  it('has at least 100 brands with unique ASCII slugs and names', () => {
    expect(seedBrands.length).toBeGreaterThanOrEqual(100);
    const slugs = seedBrands.map((brand) => brand.slug);
    expect(repeated(slugs)).toEqual([]);
    expect(slugs.filter((slug) => !slugPattern.test(slug))).toEqual([]);
    expect(repeated(seedBrands.map((brand) => fold(brand.name)))).toEqual([]);
  });

  it('names only known classes, each once', () => {
    for (const brand of seedBrands) {
      expect(brand.classes.length, brand.slug).toBeGreaterThan(0);
      expect(repeated(brand.classes), brand.slug).toEqual([]);
      expect(brand.classes.filter((code) => !vehicleClasses.includes(code))).toEqual([]);
    }
  });

  it('offers makers in every class', () => {
    for (const code of vehicleClasses) {
      expect(seedBrands.filter((brand) => brand.classes.includes(code)).length, code).toBeGreaterThan(10);
    }
  });

  it('resolves an alias to one brand of a class', () => {
    for (const code of vehicleClasses) {
      const aliases = seedBrands.filter((b) => b.classes.includes(code)).flatMap((b) => b.aliases.map(fold));
      expect(repeated(aliases), code).toEqual([]);
    }
  });

  it('repeats no model of a brand and no own name as an alias', () => {
    for (const brand of seedBrands) {
      expect(repeated(brand.models), brand.slug).toEqual([]);
      expect(brand.models.filter((model) => model.trim() !== model || model.length > 50)).toEqual([]);
      expect(brand.aliases.filter((alias) => alias === brand.name || alias === brand.slug)).toEqual([]);
    }
  });

  it('knows the series of the large makers', () => {
    const models = (slug: string) => seedBrands.find((brand) => brand.slug === slug)?.models ?? [];
    expect(models('mercedes-benz')).toContain('Actros');
    expect(models('volvo')).toContain('FH16');
    expect(models('daf')).toContain('XG+');
    expect(models('krone')).toContain('Profi Liner');
    expect(models('jcb')).toContain('3CX');
  });
});

describe('seed features', () => {
  it('has at least 120 features with unique snake_case codes', () => {
    const codes = seedFeatures.map((feature) => feature.code);
    expect(codes.length).toBeGreaterThanOrEqual(120);
    expect(repeated(codes)).toEqual([]);
    expect(codes.filter((code) => !featureCodePattern.test(code))).toEqual([]);
  });

  it('has unique names in both languages and uses every group', () => {
    for (const language of ['en', 'de'] as const) {
      const names = seedFeatures.map((feature) => feature.names[language].trim());
      expect(names).not.toContain('');
      expect(repeated(names)).toEqual([]);
    }
    expect([...new Set(seedFeatures.map((feature) => feature.group))]).toEqual([...featureGroups]);
  });

  it('names known classes, each once, and resolves an import key to one feature', () => {
    for (const feature of seedFeatures) {
      expect(feature.classes.length, feature.code).toBeGreaterThan(0);
      expect(repeated(feature.classes), feature.code).toEqual([]);
      expect(feature.classes.filter((code) => !vehicleClasses.includes(code))).toEqual([]);
    }
    expect(repeated(seedFeatures.flatMap((feature) => feature.importKeys))).toEqual([]);
  });
});
