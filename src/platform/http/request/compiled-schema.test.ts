import { Ajv } from 'ajv';
import { type TSchema, Type } from 'typebox';
import { describe, expect, it, vi } from 'vitest';
import { compileInSteps, errorsOf } from './compiled-schema.ts';

const large = (): TSchema =>
  Type.Object(
    Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`field${i}`, Type.Optional(Type.Integer({ minimum: i }))]),
    ),
    { minProperties: 1 },
  );

it('no schema waits until the schema of schemas is compiled, too', () => {
  const validating = vi.spyOn(Ajv.prototype, 'validateSchema');
  const compiling = vi.spyOn(Ajv.prototype, 'compile');
  errorsOf(Type.Object({ name: Type.String() }), {});
  expect(compiling).toHaveBeenCalled();
  expect(validating).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

describe('a schema of many fields', () => {
  it('is compiled some fields at a time, with turns for other work, and once', async () => {
    const schema = large();
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    // Sixteen fields each, and errors that are not about a single field.
    expect(await compileInSteps([schema])).toBe(8);
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(8);
    expect(await compileInSteps([schema])).toBe(0);
  });

  it('is compiled only for the fields that a value has', async () => {
    const schema = large();
    expect(errorsOf(schema, { field0: 0, field99: 99 })).toEqual([]);
    expect(await compileInSteps([schema])).toBe(5);
  });

  it('reports all problems: general ones first, then in the order of the fields', () => {
    const value = { field60: 1, unknown: 1, field3: 'x', field4: 3 };
    expect(errorsOf(large(), value).map((error) => [error.instancePath, error.schemaPath])).toEqual([
      ['', '#/additionalProperties'],
      ['/field3', '#/properties/field3/type'],
      ['/field4', '#/properties/field4/minimum'],
      ['/field60', '#/properties/field60/minimum'],
    ]);
    expect(errorsOf(large(), {}).map(({ keyword }) => keyword)).toEqual(['minProperties']);
    expect(errorsOf(large(), null).map(({ keyword }) => keyword)).toEqual(['type']);
  });
});
