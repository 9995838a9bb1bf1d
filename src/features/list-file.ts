import '#contract/no-eval.ts';
import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import { ProductId } from '#contract/product-id.ts';

import { longestName, maxProducts, type SavedList, tidyName } from './saved-lists.ts';

const format = 'stock-horizon-product-list';
const version = 1;
/** Far more than the longest list needs. */
const maxCharacters = 5_000_000;

/** Content of a list file: its name and product IDs, no stock data. */
const ListFile = z.object({
  format: z.literal(format),
  version: z.literal(version),
  name: z.string(),
  /** Validated separately: on a large file with other content, a schema would report every element. */
  productIds: z.array(z.unknown()),
});

const AnyVersion = z.object({ format: z.literal(format), version: z.int() });

export type ListFileProblem =
  | { kind: 'too-large' }
  /** Not JSON, or JSON of another kind. */
  | { kind: 'not-a-list' }
  /** Written by a newer version of this program. */
  | { kind: 'newer' }
  | { kind: 'no-name' }
  /** The element at `place` (from 1) isn't a product ID; `value` is an excerpt of it. */
  | { kind: 'bad-product'; place: number; value: string }
  | { kind: 'no-products' }
  | { kind: 'too-many-products'; count: number };

export type ListFileReading = { list: Pick<SavedList, 'name' | 'productIds'> } | { problem: ListFileProblem };

/** Formats a list as a file for {@link readListFile}. */
export function writeListFile({ name, productIds }: Pick<SavedList, 'name' | 'productIds'>): string {
  const file: z.infer<typeof ListFile> = { format, version, name, productIds: [...productIds] };
  return `${JSON.stringify(file, null, 2)}\n`;
}

export function listFileName(name: string): string {
  const plain = name.replaceAll(/[\s\p{Cc}<>:"/\\|?*]+/gu, ' ').replace(/^[. ]+|[. ]+$/g, '');
  return `${plain === '' ? 'products' : plain}.products.json`;
}

/** Parses a file from {@link writeListFile}. Duplicate products are removed. Never throws. */
export function readListFile(text: string): ListFileReading {
  if (text.length > maxCharacters) return { problem: { kind: 'too-large' } };
  const content = parse(text);
  const stated = AnyVersion.safeParse(content);
  if (!stated.success) return { problem: { kind: 'not-a-list' } };
  if (stated.data.version > version) return { problem: { kind: 'newer' } };
  const read = ListFile.safeParse(content);
  if (!read.success) return { problem: { kind: read.error.issues[0]?.path[0] === 'name' ? 'no-name' : 'not-a-list' } };
  const place = read.data.productIds.findIndex((id) => !ProductId.safeParse(id).success);
  if (place !== -1) {
    const value = (JSON.stringify(read.data.productIds[place]) ?? '').slice(0, 40);
    return { problem: { kind: 'bad-product', place: place + 1, value } };
  }
  const name = tidyName(read.data.name.slice(0, 2 * longestName));
  const productIds = [...new Set(read.data.productIds as ProductId[])];
  if (name === '') return { problem: { kind: 'no-name' } };
  if (productIds.length === 0) return { problem: { kind: 'no-products' } };
  if (productIds.length > maxProducts) return { problem: { kind: 'too-many-products', count: productIds.length } };
  return { list: { name, productIds } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

type PlainProblem = Exclude<ListFileProblem['kind'], 'bad-product' | 'too-many-products'>;

/** Returns why a file isn't a product list, and how to correct it. `count` formats a number in the user's locale. */
export function listFileWords(problem: ListFileProblem, i18n: I18n, count: (value: number) => string): string {
  if (problem.kind === 'bad-product') {
    const { value } = problem;
    const place = count(problem.place);
    return t(i18n)`Product ${place} in the file is ${value}. Use whole numbers from 1 to 2,147,483,647 without quotes.`;
  }
  if (problem.kind === 'too-many-products') {
    const products = count(problem.count);
    return t(i18n)`The file has ${products} products. A list can have up to 100,000.`;
  }
  const sentences: Record<PlainProblem, string> = {
    'too-large': t(i18n)`The file is too large for a product list. Select a list exported from Stock Horizon.`,
    'not-a-list': t(i18n)`This isn't a list exported from Stock Horizon. To use IDs from another file, paste them.`,
    newer: t(i18n)`This file was exported by a newer version of Stock Horizon. Paste the product IDs instead.`,
    'no-name': t(i18n)`The file has no list name. Its “name” field must be text.`,
    'no-products': t(i18n)`The file has no products.`,
  };
  return sentences[problem.kind];
}
