import { expect, it } from 'vitest';

import { PageTemplate } from './page-template.ts';

it('writes another nonce each time, where scripts read it and on every style tag', () => {
  const template = new PageTemplate(
    '<head><meta name="csp-nonce" content="" /><style>a{}</style><style media="print">b{}</style><styled></head>',
  );
  const { html, nonce } = template.write();
  expect(nonce).toMatch(/^[\w-]{22}$/);
  expect(html).toBe(
    `<head><meta name="csp-nonce" content="${nonce}" /><style nonce="${nonce}">a{}</style><style nonce="${nonce}" media="print">b{}</style><styled></head>`,
  );
  expect(template.write().nonce).not.toBe(nonce);
});

it('refuses a page without a place for it', () => {
  expect(() => new PageTemplate('<head></head>')).toThrow(/csp-nonce/);
});
