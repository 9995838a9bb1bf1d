export type ColourScheme = 'light' | 'dark';

const attribute = 'data-mantine-color-scheme';

/** Runs `read` as if the page were in another colour scheme; nothing of it is painted. */
export function inScheme<Value>(scheme: ColourScheme, read: () => Value): Value {
  const root = document.documentElement;
  const before = root.getAttribute(attribute);
  root.setAttribute(attribute, scheme);
  try {
    return read();
  } finally {
    if (before === null) root.removeAttribute(attribute);
    else root.setAttribute(attribute, before);
  }
}
