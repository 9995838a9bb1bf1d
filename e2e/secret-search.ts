import { expect, type Page } from '@playwright/test';

/** Notes all that a page is sent and every address that it is at, to be searched for secrets. */
export function watchForSecrets(page: Page): (secrets: readonly string[], logs: readonly string[]) => Promise<void> {
  const seen: string[] = [];
  page.on('framenavigated', (frame) => seen.push(frame.url()));
  page.on('console', (message) => seen.push(message.text()));
  page.on('request', (request) => seen.push(request.url()));
  page.on('response', async (response) => {
    seen.push(JSON.stringify(await response.allHeaders().catch(() => ({}))), await response.text().catch(() => ''));
  });
  return async (secrets, logs) => {
    const everything = [...seen, await page.content(), await keptBy(page), ...logs].join('\n');
    // A search that finds nothing at all would prove nothing.
    expect(everything).toContain('/gateway/session');
    for (const secret of secrets) {
      expect(everything.includes(secret), `${secret.slice(0, 12)}... is found`).toBe(false);
      expect(everything.includes(Buffer.from(secret).toString('base64').replace(/=+$/, ''))).toBe(false);
    }
  };
}

/** All that scripts of the page can read of what it keeps: both storages, its cookies, and its databases. */
function keptBy(page: Page): Promise<string> {
  return page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page knows this function alone
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
      });
    const kept: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), document.cookie];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames)
        kept.push(await done(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(kept);
  });
}
