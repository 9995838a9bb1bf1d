import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

it.each([
  ['<b>S5</b>', '&lt;b&gt;S5&lt;/b&gt;'],
  ['<0/>', '&lt;0/&gt;'],
  ['<0>5</0> & {1}', '&lt;0&gt;5&lt;/0&gt; &amp; {1}'],
  ['m', 'm'],
])('shows the unit %s in a message verbatim', (unit, shown) => {
  const amount = { of: unit };
  const markup = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Trans>Use {amount.of}</Trans>
    </I18nProvider>,
  );
  expect(markup).toBe(`Use ${shown}`);
});
