import '#shell/trusted-types.ts';
import '#shell/mantine-styles.ts';
import { setNonce } from 'get-nonce';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';

import { todayIn } from '#stock/calendar-date.ts';
import { pageToStartWith } from '#ui/start-page.ts';

import { App } from './app.tsx';
import { activateLanguage, initialLanguage } from '#shell/i18n.ts';
import { router } from './router.tsx';

async function start() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  if (nonce) setNonce(nonce);

  const [entered] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const page = pageToStartWith(window.location, entered?.type);
  if (page !== null) router.history.replace(page);
  const language = initialLanguage();
  await Promise.all([
    router.load(),
    // Formatting the first date takes 50 ms on a phone, so it runs in a task of its own, outside rendering, while the
    // page's data is on its way.
    activateLanguage(language).then(() => inOwnTask(todayIn)),
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

// Separate from module evaluation, which is a long task already.
void inOwnTask(start);
