import { Trans as LinguiTrans } from '@lingui/react';
import { type ComponentProps, createElement } from 'react';

/**
 * Wraps Lingui's `Trans`; every `<Trans>` compiles to it (`lingui.config.ts`). Lingui looks for tags after inserting
 * values, so a unit `<0/>` would be read as a tag. This wrapper shows values verbatim.
 */
export function Trans({ values, ...props }: ComponentProps<typeof LinguiTrans>) {
  // No JSX here: the message extractor would report a missing ID.
  const safe = values && Object.fromEntries(Object.entries(values).map(verbatim));
  return createElement(LinguiTrans, { ...props, values: safe });
}

/** A one-element array is inserted as an element, and its tags aren't parsed. */
function verbatim([name, value]: [string, unknown]): [string, unknown] {
  return [name, typeof value === 'string' && value.includes('<') ? [value] : value];
}
