import type { HttpError } from '#api/errors.ts';

const tooManyWords =
  /\btoo (?:many|large|big|long)\b|\b(?:at most|no more than|maximum|max\.?|exceeds?|exceeded|limit(?:ed)?) .*\b(?:products?|items?|lines?|entries|elements?|records?|bytes|ids)\b|\b(?:products?|items?|lines?|entries|elements?|records?) .*\b(?:exceeds?|exceeded|maximum|limit)\b|\blist of 1 to\b|\b(?:batch|body|payload|request) size\b/i;

/** An error about one line, such as `products[3].quantity`, is not one about how many there are. */
const ofOneLine = /\[\d+\]/;

/**
 * Whether a refusal says that the call was too large: 413 in itself, 400 by its words. Services word it as they
 * like; a wording that is missed costs calls and no answer, since a refused batch is halved anyhow.
 */
export function speaksOfSize({
  status,
  sentence,
  problem,
}: Pick<HttpError, 'status' | 'sentence' | 'problem'>): boolean {
  if (status === 413) return true;
  if (status !== 400) return false;
  const errors = problem?.errors ?? [];
  if (errors.some(({ path }) => ofOneLine.test(path))) return false;
  return [sentence ?? '', ...errors.map(({ message }) => message)].some((text) => tooManyWords.test(text));
}
