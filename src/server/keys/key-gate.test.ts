import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';

import type { ServiceProblem } from '#server/service/service-problem.ts';

import { KeyGate } from './key-gate.ts';
import type { FoundKey } from './keys.ts';

const request = { ip: '192.0.2.1', method: 'GET', headers: {} } as FastifyRequest;
const valid = 'v'.repeat(43);

/** Opens the gate with many keys at once; resolves to the code of each failure, null for none. */
function openAtOnce(gate: KeyGate, keys: readonly string[]): Promise<(string | null)[]> {
  return Promise.all(
    keys.map((key) =>
      gate.open(request, key, 'live').then(
        () => null,
        (error: ServiceProblem) => error.code,
      ),
    ),
  );
}

test('wrong keys that are tried at once count as those that are tried one after another', async () => {
  const gate = new KeyGate({ find: async (key) => (key === valid ? ({ id: key } as FoundKey) : null) }, () => 0);
  const codes = await openAtOnce(
    gate,
    Array.from({ length: 40 }, (_, at) => `${at}`.padStart(43, 'w')),
  );
  expect(codes).toEqual([...Array(30).fill('not-found'), ...Array(10).fill('too-many-requests')]);
});

test('valid keys count as no failures, nor do those that could not be looked up', async () => {
  let isDown = true;
  const find = async (key: string) => {
    if (isDown) throw new Error('The store is down.');
    return key === valid ? ({ id: key } as FoundKey) : null;
  };
  const gate = new KeyGate({ find }, () => 0);
  for (let time = 0; time < 2; time += 1) expect(await openAtOnce(gate, Array(25).fill(valid))).not.toContain(null);
  isDown = false;
  for (let time = 0; time < 2; time += 1)
    expect(await openAtOnce(gate, Array(25).fill(valid))).toEqual(Array(25).fill(null));
});
