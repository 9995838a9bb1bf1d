import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

async function readCatalogs() {
  const [catalog] = await getCatalogs(getConfig());
  // Other files have no texts, and most of the time goes into parsing.
  const files = catalog?.sourcePaths.filter((path) => readFileSync(path, 'utf8').includes('@lingui/')) ?? [];
  const [inUse, stored] = [await catalog?.collect({ files }), await catalog?.readAll()];
  if (!inUse || !stored) throw new Error('no catalog');
  return { inUse, stored };
}

it('the catalogs contain exactly the texts of the code, all translated', async () => {
  const { inUse, stored } = await readCatalogs();
  const ids = Object.keys(inUse).toSorted();
  for (const [language, messages = {}] of Object.entries(stored)) {
    expect(Object.keys(messages).toSorted(), `run "npm run texts" for ${language}`).toEqual(ids);
    const untranslated = Object.values(messages).filter(({ translation }) => !translation);
    expect(
      untranslated.map(({ message }) => message),
      `not translated into ${language}`,
    ).toEqual([]);
  }
});
