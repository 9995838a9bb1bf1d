/** An issue's message: what the value must be, to be put after the name of its field. */
export function must(rule: string) {
  return { error: (issue: { input?: unknown }) => (issue.input === undefined ? `is missing: it ${rule}` : rule) };
}
