/** A parameter of an address that could not be read. */
export interface DroppedParam {
  name: string;
  value: string;
}

/** What stood in an address but was read as undefined. Names that the screen doesn't know are passed over. */
export function droppedParams(
  opened: Readonly<Record<string, string>>,
  read: Readonly<Record<string, unknown>>,
): DroppedParam[] {
  return Object.keys(read).flatMap((name) => {
    const value = opened[name];
    return value === undefined || read[name] !== undefined ? [] : [{ name, value }];
  });
}
