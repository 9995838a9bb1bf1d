import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  catalogs: [
    {
      path: '<rootDir>/src/app/locales/{locale}',
      include: ['src/api', 'src/app', 'src/pages', 'src/features', 'src/ui'],
    },
  ],
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
  runtimeConfigModule: { Trans: ['#ui/trans.tsx', 'Trans'] },
});
