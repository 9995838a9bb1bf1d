import { createHash } from 'node:crypto';

import type { CustomerPage } from '#stock/contract/customer-links.ts';
import { htmlText as escapedHtml } from '#stock/export/clipboard-table.ts';

/** Characters that change the direction of what follows, by which a name could turn the date beside it around. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/gu;

/** A customer reads it on a phone, on a screen, or on paper. */
const style = `
:root { color-scheme: light dark; --ink: #1c1f24; --dim: #555c66; --line: #d5d9df; --paper: #fff; --mark: #f3f5f8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaed; --dim: #a8afb9; --line: #3b4048; --paper: #16181c; --mark: #22262c; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 880px; margin: 0 auto; padding: 40px 24px 64px; overflow-wrap: anywhere; }
h1 { margin: 0 0 4px; font-size: 26px; line-height: 1.25; }
h2 { margin: 0 0 4px; font-size: 16px; }
p { margin: 0 0 8px; max-width: 68ch; }
.reference, footer { color: var(--dim); }
.opening { margin: 20px 0; font-size: 18px; }
.changes { margin: 0 0 24px; padding: 12px 16px; border-left: 4px solid var(--dim); background: var(--mark); }
ul { margin: 0; padding-left: 20px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 10px 12px 10px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--dim); font-size: 14px; font-weight: 600; }
th.quantity, td.quantity { padding-right: 28px; text-align: right; white-space: nowrap; }
td.product { font-weight: 600; }
td.date { min-width: 11em; }
td.note { color: var(--dim); font-size: 15px; }
footer { margin-top: 24px; font-size: 15px; }
@media screen and (max-width: 560px) {
  main { padding: 24px 16px 48px; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 12px 0; border-bottom: 1px solid var(--line); }
  td { padding: 0; border: 0; }
  td.product, td.note { grid-column: 1 / -1; }
  td.date, td.quantity { grid-row: 2; min-width: 0; }
  td.date { grid-column: 1; }
  td.quantity { grid-column: 2; padding: 0; }
}
@media print {
  :root { color-scheme: light; --ink: #000; --dim: #444; --line: #bbb; --paper: #fff; --mark: #fff; }
  @page { margin: 18mm 16mm; }
  body { font-size: 11pt; }
  main { max-width: none; padding: 0; }
  thead { display: table-header-group; }
  tr, footer, .changes li { break-inside: avoid; }
  footer { break-before: avoid; }
}
`;

/** Nothing is loaded, run, sent or framed. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page in the words of its owner. It has no script, no link, and nothing of the results behind the words. */
export function customerPageHtml({
  language,
  title,
  reference,
  opening,
  changes,
  columns,
  lines,
  closing,
}: CustomerPage): string {
  const hasNotes = lines.some(({ note }) => note !== '');
  const rows = lines.map(
    ({ product, quantity, shipDate, note }) =>
      `<tr role="row">${cell('product', product)}${cell('quantity', quantity)}${cell('date', shipDate)}${hasNotes ? cell('note', note) : ''}</tr>`,
  );
  return documentOf(
    language,
    title,
    `<h1>${htmlText(title)}</h1>
${reference === '' ? '' : `<p class="reference">${htmlText(reference)}</p>`}
<div class="opening">${paragraphs(opening)}</div>
${changes === null ? '' : `<section class="changes"><h2>${htmlText(changes.heading)}</h2><ul>${changes.sentences.map((each) => `<li>${htmlText(each)}</li>`).join('')}</ul></section>`}
<table role="table"><thead role="rowgroup"><tr role="row">${head('product', columns.product)}${head('quantity', columns.quantity)}${head('date', columns.shipDate)}${hasNotes ? head('note', columns.note) : ''}</tr></thead>
<tbody role="rowgroup">${rows.join('\n')}</tbody></table>
<footer>${paragraphs(closing)}</footer>`,
  );
}

/** The same for every link that leads nowhere; who reads it may speak either language. */
export const unknownLinkHtml = documentOf(
  'en',
  'Link not found',
  `<h1>Link not found</h1>
<p>This link is unknown, has expired, or was revoked. Ask the sender for a new one.</p>
<p lang="de">Dieser Link ist unbekannt, abgelaufen oder wurde widerrufen. Bitten Sie den Absender um einen neuen.</p>`,
);

function htmlText(text: string): string {
  return escapedHtml(text.replaceAll(directionMarks, ''));
}

function cell(name: string, text: string): string {
  return `<td role="cell" class="${name}">${htmlText(text)}</td>`;
}

function head(name: string, text: string): string {
  return `<th role="columnheader" scope="col" class="${name}">${htmlText(text)}</th>`;
}

function documentOf(language: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><title>${htmlText(title)}</title><style>${style}</style></head>
<body><main>
${body}
</main></body></html>
`;
}

function paragraphs(sentences: readonly string[]): string {
  return sentences.map((sentence) => `<p>${htmlText(sentence)}</p>`).join('');
}
