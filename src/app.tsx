import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { getNonce } from 'get-nonce';
import { StrictMode, useState } from 'react';

import { useServiceDay } from '#data/session.ts';
import { CatalogContext } from '#ui/catalogs.ts';
import type { Language } from '#ui/language.ts';
import { LocaleProvider } from '#ui/locale.tsx';

import { activateLanguage, messagesOf, rememberLanguage } from '#shell/i18n.ts';
import { mantineTheme, mantineVariables } from '#shell/theme.ts';
import { queryClient } from '#shell/query-client.ts';
import { router } from './router.tsx';

const colorSchemes = localStorageColorSchemeManager({ key: 'stock-horizon.theme' });

export function App({ startLanguage }: { startLanguage: Language }) {
  const [language, setLanguage] = useState(startLanguage);
  const day = useServiceDay();
  async function changeLanguage(next: Language) {
    rememberLanguage(next);
    await activateLanguage(next);
    setLanguage(next);
  }

  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <MantineProvider
          theme={mantineTheme}
          cssVariablesResolver={mantineVariables}
          colorSchemeManager={colorSchemes}
          defaultColorScheme="auto"
          getStyleNonce={() => getNonce() ?? ''}
        >
          <QueryClientProvider client={queryClient}>
            <LocaleProvider {...day} language={language} onLanguage={(next) => void changeLanguage(next)}>
              <CatalogContext value={messagesOf}>
                <RouterProvider router={router} />
              </CatalogContext>
            </LocaleProvider>
          </QueryClientProvider>
        </MantineProvider>
      </I18nProvider>
    </StrictMode>
  );
}
