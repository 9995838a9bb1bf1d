import { expect, test } from 'vitest';

import { NewerSchemaError, StoreBusyError } from '#server/store/stock-store.ts';

import { ImportError } from './csv-records.ts';
import { storeFailure } from './run-import.ts';

const location = { kind: 'postgres', url: 'postgres://stock:hush@db.example.com:5433/stock' } as const;
const ofDatabase = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  [new NewerSchemaError('A newer version wrote it.'), 'A newer version wrote it. Nothing was imported.'],
  [new StoreBusyError(null), /^Another import is in progress\. Wait/],
  [
    ofDatabase('ERR_SQLITE_ERROR', 'disk full'),
    /^The store postgres:\/\/db\.example\.com:5433\/stock can't be written: disk full\. Nothing/,
  ],
])('%s is converted into a message', (error, sentence) => {
  const failure = storeFailure(error, location);
  expect(failure).toBeInstanceOf(ImportError);
  expect((failure as ImportError).message).toMatch(sentence);
  expect((failure as ImportError).message).not.toContain('hush');
});

test('other errors are returned unchanged', () => {
  const error = new TypeError('a fault');
  expect(storeFailure(error, location)).toBe(error);
});
