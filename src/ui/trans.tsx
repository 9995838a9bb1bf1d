import { Trans as LinguiTrans } from '@lingui/react';
import { type ComponentProps, createElement } from 'react';

/**
 * Lingui's `Trans`, which every `<Trans>` of a screen becomes (`lingui.config.ts`). Lingui looks for the tags of a
 * message after its values are filled in, so that a unit `<0/>` would be read as one; here data show as written.
 */
export function Trans({ values, ...props }: ComponentProps<typeof LinguiTrans>) {
  // No JSX: what extracts messages would miss the id of one here.
  const safe = values && Object.fromEntries(Object.entries(values).map(shownAsWritten));
  return createElement(LinguiTrans, { ...props, values: safe });
}

/** A list of one text is filled in as an element, of which no tag is read. */
function shownAsWritten([name, value]: [string, unknown]): [string, unknown] {
  return [name, typeof value === 'string' && value.includes('<') ? [value] : value];
}
