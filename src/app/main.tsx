import './mantine-styles.ts';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';

import { session } from '#api/session.ts';

import { App } from './app.tsx';
import { activateLanguage, initialLanguage } from './i18n.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';

/** A session that is known in time spares the page a jump when its banners come. */
const longestWaitForSession = 300;

async function start() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  if (nonce) setNonce(nonce);

  const language = initialLanguage();
  const sessionAsked = queryClient.prefetchQuery(session.current());
  await Promise.all([
    activateLanguage(language),
    router.load(),
    Promise.race([sessionAsked, new Promise((resolve) => setTimeout(resolve, longestWaitForSession))]),
  ]);

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(<App startLanguage={language} />);
}

void start();
