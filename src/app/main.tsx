import './trusted-types.ts';
import './mantine-styles.ts';
import { setNonce } from 'get-nonce';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';

import { todayIn } from '#lib/calendar-date.ts';

import { App } from './app.tsx';
import { prefetchFirstQueries } from './first-queries.ts';
import { activateLanguage, initialLanguage } from './i18n.ts';
import { router } from './router.tsx';

/**
 * Maximum waits for first data, in milliseconds. Data present at the first render avoids layout shifts. The session's
 * banners would move the whole page.
 */
const maxWaits = { session: 1000, product: 300 };

async function start() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  if (nonce) setNonce(nonce);

  const language = initialLanguage();
  const firstQueries = prefetchFirstQueries();
  await Promise.all([
    activateLanguage(language),
    router.load(),
    // Formatting the first date takes 50 ms on a phone, so it runs in a task of its own, outside rendering.
    inOwnTask(todayIn),
    withTimeout(maxWaits.session, firstQueries.session),
    withTimeout(maxWaits.product, firstQueries.product),
  ]);

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // Time-sliced, because a synchronous first render would block a phone for most of a second.
  startTransition(() => createRoot(root).render(<App startLanguage={language} />));
}

/** Runs `work` in a separate task, so that the browser can handle input before it. */
function inOwnTask(work: () => unknown): Promise<unknown> {
  return new Promise((resolve) => setTimeout(() => resolve(work())));
}

function withTimeout(milliseconds: number, wait: Promise<unknown>): Promise<unknown> {
  return Promise.race([wait, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}

// Separate from module evaluation, which is a long task already.
void inOwnTask(start);
