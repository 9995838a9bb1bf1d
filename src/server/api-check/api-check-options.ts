import { parseArgs } from 'node:util';

import { ProductId } from '#stock/contract/product-id.ts';
import { parseUpstreamUrl } from '#server/setting-values.ts';

/** Options of the command. */
export interface ApiCheckOptions {
  /** Without a trailing slash. */
  baseUrl: string;
  token: string;
  subscriptionKey: string;
  /** If empty, products are discovered. */
  productIds: number[];
  asJson: boolean;
}

/** The command has invalid options. The message never contains a credential. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const maxProducts = 20;

export const usage = `npm run api-check -- --base-url URL --token T --key K [--products 1,2,3] [--json]

  --base-url URL    where the service is: https://stock.example.com/api      (else STOCK_UPSTREAM_URL)
  --token T         the access token, without the word Bearer                (else STOCK_UPSTREAM_TOKEN)
  --key K           the subscription key                                     (else STOCK_UPSTREAM_SUBSCRIPTION_KEY)
  --products 1,2,3  up to ${maxProducts} products to look up; without it, the first that the service lists
  --json            the report as JSON
  --help            this text

Sends about 14 read-only requests, one after the other. Other users of this machine can see the options of a command,
so set credentials in the environment.

Exit code: 0 if nothing failed, 1 if something failed, 2 if the service couldn't be checked.`;

/**
 * Reads the command-line arguments, then the environment; null if help was requested.
 * @throws UsageError
 */
export function readApiCheckOptions(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ApiCheckOptions | null {
  const given = parse(words);
  if (given.help === true) return null;
  return {
    baseUrl: readBaseUrl(given['base-url'] ?? env['STOCK_UPSTREAM_URL']),
    token: readCredential(given.token ?? env['STOCK_UPSTREAM_TOKEN'], '--token T or STOCK_UPSTREAM_TOKEN').replace(
      /^Bearer +/i,
      '',
    ),
    subscriptionKey: readCredential(
      given.key ?? env['STOCK_UPSTREAM_SUBSCRIPTION_KEY'],
      '--key K or STOCK_UPSTREAM_SUBSCRIPTION_KEY',
    ),
    productIds: readProducts(given.products),
    asJson: given.json === true,
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        'base-url': { type: 'string' },
        token: { type: 'string' },
        key: { type: 'string' },
        products: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(reasonOf(error as Error & { code?: string }));
  }
}

/** The parser's message would repeat an unexpected argument, which may be a credential. */
function reasonOf({ code, message }: Error & { code?: string }): string {
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
    return 'Every value needs its option before it: one of them stands alone.';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return 'There is an option that the command does not know.';
  return message.split(/[.\n]/)[0] ?? '';
}

function readBaseUrl(text: string | undefined): string {
  if (text === undefined || text.trim() === '')
    throw new UsageError('Say where the service is: --base-url URL or STOCK_UPSTREAM_URL.');
  const url = parseUpstreamUrl(text.trim());
  if (url === undefined)
    throw new UsageError(
      '--base-url must be an http or https address without user, query or fragment, for example https://stock.example.com/api.',
    );
  return url.href.replace(/\/+$/, '');
}

/** @throws UsageError if it is missing or contains characters that a header can't have */
function readCredential(text: string | undefined, name: string): string {
  const value = text?.trim() ?? '';
  if (value === '') throw new UsageError(`A credential is missing: give ${name}.`);
  if (!/^[\x20-\x7e]+$/.test(value))
    throw new UsageError(`${name} must hold letters, digits and signs of ASCII alone.`);
  return value;
}

function readProducts(text: string | undefined): number[] {
  if (text === undefined) return [];
  const ids = [...new Set(text.split(',').map((part) => (/^\s*[1-9]\d*\s*$/.test(part) ? Number(part) : 0)))];
  if (ids.length > maxProducts || !ids.every((id) => ProductId.safeParse(id).success))
    throw new UsageError(
      `--products must be 1 to ${maxProducts} product ids separated by commas, for example 10001,10002.`,
    );
  return ids;
}
