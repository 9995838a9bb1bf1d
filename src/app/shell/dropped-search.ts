/** A parameter of the address that could not be read. */
export interface DroppedParam {
  name: string;
  value: string;
}

/** What of `known` names stood in the address that was opened, but not in what the screen made of it. */
export function droppedParams(
  opened: Readonly<Record<string, string>>,
  kept: Readonly<Record<string, unknown>>,
  known: readonly string[],
): DroppedParam[] {
  return known.flatMap((name) => {
    const value = opened[name];
    return value === undefined || kept[name] !== undefined ? [] : [{ name, value }];
  });
}
