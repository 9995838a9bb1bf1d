import './trusted-types.ts';
import './mantine-styles.ts';
import { setNonce } from 'get-nonce';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';

import { todayIn } from '#lib/calendar-date.ts';

import { App } from './app.tsx';
import { askFirstQueries } from './first-queries.ts';
import { activateLanguage, initialLanguage } from './i18n.ts';
import { router } from './router.tsx';

/** What is known in time spares the page a jump when it comes: the session, that of its banners, which move all of it. */
const longestWaits = { session: 1000, product: 300 };

async function start() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  if (nonce) setNonce(nonce);

  const language = initialLanguage();
  const asked = askFirstQueries();
  await Promise.all([
    activateLanguage(language),
    router.load(),
    // The first date that is formatted takes a phone fifty milliseconds, which no slice of the rendering should.
    inTaskOfItsOwn(todayIn),
    atMost(longestWaits.session, asked.session),
    atMost(longestWaits.product, asked.product),
  ]);

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // In slices: rendered at once, a page would hold a phone up for most of a second.
  startTransition(() => createRoot(root).render(<App startLanguage={language} />));
}

/** A tap is answered between tasks. */
function inTaskOfItsOwn(work: () => unknown): Promise<unknown> {
  return new Promise((resolve) => setTimeout(() => resolve(work())));
}

function atMost(milliseconds: number, wait: Promise<unknown>): Promise<unknown> {
  return Promise.race([wait, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}

// Apart from the evaluation of the code, which is long enough as it is.
void inTaskOfItsOwn(start);
