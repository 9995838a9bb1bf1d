import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { ListFileProblem } from './list-file.ts';

type PlainProblem = Exclude<ListFileProblem['kind'], 'bad-product' | 'too-many-products'>;

/** Why a file was not read as a list of products, and what would be right. `count` writes a number the person's way. */
export function listFileWords(problem: ListFileProblem, i18n: I18n, count: (value: number) => string): string {
  if (problem.kind === 'bad-product') {
    const { value } = problem;
    const place = count(problem.place);
    return t(
      i18n,
    )`Product ${place} in the file is ${value}. Each must be a whole number from 1 to 2,147,483,647, without quotes.`;
  }
  if (problem.kind === 'too-many-products') {
    const products = count(problem.count);
    return t(i18n)`The list in the file has ${products} products. At most 100,000 can be kept in one list.`;
  }
  const sentences: Record<PlainProblem, string> = {
    'too-large': t(i18n)`The file is larger than any list of products. Choose one that Stock Horizon exported.`,
    'not-a-list': t(
      i18n,
    )`The file is not a list of products that Stock Horizon exported. To take ids from another file, paste them.`,
    newer: t(i18n)`The file comes from a newer version of Stock Horizon than this one. Paste its ids instead.`,
    'no-name': t(i18n)`The list in the file has no name. Its field "name" must be a text.`,
    'no-products': t(i18n)`The list in the file has no products.`,
  };
  return sentences[problem.kind];
}
