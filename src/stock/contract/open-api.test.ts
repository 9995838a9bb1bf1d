import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { CalendarEntryEnvelope, ProductCalendarEnvelope, StockItemEnvelope } from './envelope.ts';
import { defaultLimits } from './limits.ts';
import { openApiDocument } from './open-api.ts';
import { Problem } from './problem.ts';
import { problemCodes, problemType } from './problem-codes.ts';
import { requestSchemas } from './requests.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const document = JSON.parse(JSON.stringify(openApiDocument({ limits: defaultLimits, basePath: '/api' }))) as {
  [key: string]: Json;
};

/** Every object in the document. */
function* objectsIn(value: Json): Generator<{ [key: string]: Json }> {
  if (Array.isArray(value)) for (const each of value) yield* objectsIn(each);
  else if (typeof value === 'object' && value !== null) {
    yield value;
    for (const each of Object.values(value)) yield* objectsIn(each);
  }
}

function at(pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}

test('is valid OpenAPI 3.1', async () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(await new Validator().validate(document)).toEqual({ valid: true });
});

test('has no dangling references', () => {
  const references = [...objectsIn(document)].flatMap((each) => (typeof each.$ref === 'string' ? [each.$ref] : []));
  expect(references.length).toBeGreaterThan(50);
  expect(references.filter((reference) => at(reference) === undefined)).toEqual([]);
});

test('has unique operation IDs', () => {
  const names = [...objectsIn(document)].flatMap((each) => each.operationId ?? []);
  expect(names).toHaveLength(6);
  expect(new Set(names)).toHaveLength(6);
});

describe('describes the actual messages', () => {
  const schemas: Record<string, z.ZodMiniType> = {
    CalendarEntryEnvelope: z.strictObject(CalendarEntryEnvelope.shape),
    StockItemEnvelope: z.strictObject(StockItemEnvelope.shape),
    ProductCalendarEnvelope: z.strictObject(ProductCalendarEnvelope.shape),
    StockRequest: requestSchemas(defaultLimits).StockRequest,
    Problem: z.strictObject(Problem.shape),
  };
  const examples = [...objectsIn(document)].flatMap((each): [string, Json][] => {
    const schema = each.schema as { $ref?: string } | undefined;
    const name = schema?.$ref?.split('/').at(-1);
    if (name === undefined) return [];
    const several = Object.values((each.examples ?? {}) as Record<string, { value: Json }>);
    return [...(each.example === undefined ? [] : [each.example]), ...several.map(({ value }) => value)].map(
      (example) => [name, example],
    );
  });

  test('in every success and error response', () => {
    expect(new Set(examples.map(([name]) => name))).toEqual(new Set(Object.keys(schemas)));
  });

  test.each(examples)('by an example of %s', (name, example) => {
    expect(schemas[name]?.safeParse(example)).toMatchObject({ success: true });
  });

  test('for every problem of the service', () => {
    const shown = examples.filter(([name]) => name === 'Problem').map(([, example]) => (example as Problem).type);
    expect(shown.toSorted()).toEqual(problemCodes.map(problemType).toSorted());
  });
});

test('contains the configured limits', () => {
  const limits = { ...defaultLimits, pageSize: 50, productsPerRequest: 7 };
  const text = JSON.stringify(openApiDocument({ limits, basePath: '/api' }));
  expect(text).toContain('"maximum":50');
  expect(text).toContain('"maxItems":7');
});
