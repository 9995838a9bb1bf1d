import { expect, type Page } from '@playwright/test';

/**
 * Records a page's URLs, console messages, requests and responses.
 * @returns function that expects no secret in those, in the page, in the browser's storage or in `others` (logs,
 *   metrics, saved files)
 */
export function watchForSecrets(page: Page): (secrets: readonly string[], others: readonly string[]) => Promise<void> {
  const seen: string[] = [];
  page.on('framenavigated', (frame) => seen.push(frame.url()));
  page.on('console', (message) => seen.push(message.text()));
  page.on('request', (request) => seen.push(request.url()));
  page.on('response', async (response) => {
    seen.push(JSON.stringify(await response.allHeaders().catch(() => ({}))), await response.text().catch(() => ''));
  });
  return async (secrets, others) => {
    const everything = [...seen, await page.content(), await storedBy(page), ...others].join('\n');
    // Guards against an empty search, which would always pass.
    expect(everything).toContain('/gateway/session');
    for (const secret of secrets)
      for (const form of formsOf(secret))
        expect(everything.includes(form), `${secret.slice(0, 12)}... is found`).toBe(false);
  };
}

/** Returns a secret verbatim, URL-encoded, and as base64 and base64url. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, encodeURIComponent(secret), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
}

/**
 * Returns everything stored by the page that a script can read: local and session storage, cookies, databases, caches,
 * files, history state, window name and performance entries.
 */
function storedBy(page: Page): Promise<string> {
  return page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page receives only the enclosing function
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
      });
    const kept: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), document.cookie];
    kept.push(history.state, window.name, performance.getEntries());
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) kept.push(request.url, await (await cache.match(request))?.text());
    }
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page receives only the enclosing function
    const readFolder = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const entry of folder.values()) {
        if (entry instanceof FileSystemDirectoryHandle) await readFolder(entry);
        else kept.push(entry.name, await entry.getFile().then((file) => file.text()));
      }
    };
    await readFolder(await navigator.storage.getDirectory());
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames)
        kept.push(await done(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(kept);
  });
}
