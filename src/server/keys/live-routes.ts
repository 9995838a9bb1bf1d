import type { FastifyInstance, FastifyRequest } from 'fastify';

import { unauthorized } from '#server/service/service-problem.ts';

import { type KeyGate, unknownKey } from './key-gate.ts';
import type { FoundKey, Keys } from './keys.ts';
import type { LiveAddresses } from './live-addresses.ts';
import { type FeedLanguage, liveCsv, liveFeed, liveJson } from './live-formats.ts';
import type { LiveTable } from './live-table.ts';

const keyInPath = /^[\w-]{43}$/;
/** Start of the ID of a key, for an address without the key. */
const idInPath = /^[\da-f]{12}$/;

const formats = {
  csv: { type: 'text/csv; charset=utf-8', print: liveCsv },
  json: { type: 'application/json; charset=utf-8', print: liveJson },
  ics: {
    type: 'text/calendar; charset=utf-8',
    print: async (table: LiveTable, { id, opens }: FoundKey) =>
      liveFeed(table, id.slice(0, 12), (opens as { language: FeedLanguage }).language),
  },
};

/**
 * `GET /live/{key}.csv`, `.json` and `.ics`: what a live address has. The key is in the path, or is the password of Basic
 * authentication; the path then has the start of its ID, so that spreadsheets can tell addresses apart. Cookies aren't
 * read.
 */
export function liveRoutes(live: LiveAddresses, gate: KeyGate, keys: Pick<Keys, 'isValid'>) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/live/:file', async (request, reply) => {
      reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
      const { file } = request.params as { file: string };
      const [, name = '', extension = ''] = /^(.*)\.(csv|json|ics)$/.exec(file) ?? [];
      const key = await gate.open(request, keyOf(request, name), 'live');
      if (!keyInPath.test(name) && !key.id.startsWith(name)) throw unknownKey();
      const table = await live.table(key, request.id);
      // It may have been revoked meanwhile.
      if (!(await keys.isValid(key))) throw unknownKey();
      const { type, print } = formats[extension as keyof typeof formats];
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="stock-${key.id.slice(0, 12)}.${extension}"`)
        .send(await print(table, key));
    });
  };
}

/** @throws ServiceProblem `unauthorized` if the path isn't of a key and no password is sent: programs then ask for one */
function keyOf({ headers: { authorization } }: FastifyRequest, name: string): string | null {
  if (keyInPath.test(name) || !idInPath.test(name)) return name;
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined)
    throw unauthorized('This address needs a password: its key.', {
      challenge: 'Basic realm="Stock Horizon", charset="UTF-8"',
    });
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return password;
}
