import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  catalogs: [
    {
      path: '<rootDir>/src/shell/locales/{locale}',
      include: ['src'],
      exclude: ['src/server', 'src/stock'],
    },
  ],
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
  runtimeConfigModule: { Trans: ['#ui/trans.tsx', 'Trans'] },
});
