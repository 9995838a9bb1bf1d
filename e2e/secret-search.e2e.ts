import { expect, test } from '@playwright/test';

import { watchForSecrets } from './secret-search.ts';

/** Places where a script can store text, each with a function that does. */
const places: Record<string, (secret: string) => unknown> = {
  'the local storage': (secret) => localStorage.setItem('planted', secret),
  'the session storage': (secret) => sessionStorage.setItem('planted', btoa(secret)),
  'a cookie': (secret) => (document.cookie = `planted=${encodeURIComponent(secret)}`),
  'the page': (secret) => document.body.setAttribute('data-planted', secret),
  'the history': (secret) => history.replaceState({ planted: secret }, ''),
  'the name of the tab': (secret) => (window.name = secret),
  'an address': (secret) => fetch(`/planted?${encodeURIComponent(secret)}`),
  'a cache': (secret) => caches.open('planted').then((cache) => cache.put('/planted', new Response(secret))),
  'a file': async (secret) => {
    const folder = await navigator.storage
      .getDirectory()
      .then((root) => root.getDirectoryHandle('x', { create: true }));
    const file = await folder.getFileHandle('planted', { create: true }).then((handle) => handle.createWritable());
    await file.write(secret);
    await file.close();
  },
  'a database': (secret) =>
    new Promise((resolve) => {
      const opening = indexedDB.open('planted', 1);
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('planted').put(secret, 1));
      opening.addEventListener('success', () => resolve(opening.result.close()));
    }),
};

test('the search for secrets finds one in every place', async ({ page }) => {
  const search = watchForSecrets(page);
  await page.goto('/connection');
  await expect(
    page
      .getByRole('table')
      .or(page.getByRole('heading', { level: 1 }))
      .first(),
  ).toBeVisible();
  for (const [index, [place, plant]] of Object.entries(places).entries()) {
    const secret = `planted secret ${index} of the tests`;
    await search([secret], []);
    await page.evaluate(plant, secret);
    await expect(search([secret], []), place).rejects.toThrow(/is found/);
  }
  await expect(search(['a logged secret'], ['{"said":"a logged secret"}'])).rejects.toThrow(/is found/);
});
