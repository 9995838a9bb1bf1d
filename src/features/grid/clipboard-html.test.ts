import { expect, it } from 'vitest';

import { writeClipboardHtml } from './clipboard-html.ts';

it('writes a table that keeps codes as text and runs nothing', () => {
  const html = writeClipboardHtml([['007', '<b>"A" & B</b>\nmore', '=1+1']], (column) => column === 0);
  expect(html).toBe(
    `<table><tr><td style="mso-number-format:'\\@'">007</td>` +
      `<td>&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;<br>more</td><td>'=1+1</td></tr></table>`,
  );
});
