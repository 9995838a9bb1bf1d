// A server of the service benchmark in its own process: `service-contender.ts KIND DATA_DIR`. All kinds use the same
// database. Sends its port to the parent process, and its processor time on each further message.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import Fastify from 'fastify';
import * as z from 'zod/mini';

import { StockItemEnvelope } from '#stock/contract/envelope.ts';
import { openApiDocument } from '#stock/contract/open-api.ts';
import { addDays, toUnixSeconds } from '#stock/calendar-date.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { loggerOptions } from '#server/logger.ts';
import { readSecrets } from '#server/secrets.ts';
import { openStore, storeLocation } from '#server/store/open-store.ts';

import { benchMarket, benchToday, firstProductId } from './service-data.ts';

const [kind = '', dataDir = '', productCount = ''] = process.argv.slice(2);
const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...process.env });

/** Builds the response of §4.2 without checks. */
function answer(
  productId: number,
  quantity: number,
  stockDate: `${number}-${number}-${number}`,
  isMaxLeadTime: boolean,
) {
  const text = String(productId);
  const filter = { name: 'productId', displayName: 'Product', keyValue: text, displayValue: text, value: productId };
  const { company, salesOrganization, territoryId } = benchMarket;
  const item = {
    itemId: text,
    id: text,
    localized: [],
    productId,
    salesOrganization,
    company,
    lastUpdateDate: benchToday,
    stockDate,
    stockDateUnix: toUnixSeconds(stockDate),
    isMaxLeadTime,
    stockQuantity: quantity,
    territoryId,
  };
  const counters = { page: 1, pageSize: 1, totalPageCount: 1, totalItemCount: 1 };
  return {
    parameters: null,
    results: [{ item }],
    facets: [],
    filters: [filter],
    filter: `productId.eq.${text}`,
    ...counters,
  };
}

const contenders: Record<string, () => Promise<number>> = {
  /** Bare node:http with data in memory and no validation. */
  bare: async () => {
    const dates = Array.from({ length: 1000 }, (_, index) => addDays(benchToday, index % 90));
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      const productId = Number(pathname.slice(pathname.lastIndexOf('/') + 1));
      const date = dates[(productId - firstProductId) % dates.length] ?? benchToday;
      const body = JSON.stringify(answer(productId, Number(searchParams.get('quantity')), date, false));
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  },
  /** Fastify with a serializer, directly from SQLite, without validation. */
  fastify: async () => {
    const store = await openStore(storeLocation(config));
    const app = Fastify();
    const response = { 200: z.toJSONSchema(StockItemEnvelope, { target: 'draft-7' }) };
    app.get<{ Params: { id: string }; Querystring: { quantity: string } }>(
      '/api/stock/:id',
      { schema: { response } },
      async ({ params, query }) => {
        const [productId, quantity] = [Number(params.id), Number(query.quantity)];
        const [found] = await store.findStock(benchMarket, [{ productId, quantity: quantity * 1000 }], benchToday);
        if (found?.kind !== 'found') throw new Error('not found');
        return answer(productId, quantity, found.stockDate, found.isMaxLeadTime);
      },
    );
    await app.listen({ host: '127.0.0.1', port: 0 });
    return (app.server.address() as AddressInfo).port;
  },
  /** json-server with the same number of responses in memory, without logging. */
  'json-server': async () => {
    const { default: jsonServer } = await import('json-server');
    const stock = Array.from({ length: Number(productCount) }, (_, index) => {
      const date = addDays(benchToday, index % 90);
      return { ...answer(firstProductId + index, 100, date, false), id: firstProductId + index };
    });
    const server = jsonServer.create();
    server.use(jsonServer.defaults({ logger: false, static: dataDir }), jsonServer.router({ stock }));
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    return (listening.address() as AddressInfo).port;
  },
  /** Prism, which generates responses from the service's OpenAPI document, without logging. */
  prism: async () => {
    const { createSingleProcessPrism } = await import('@stoplight/prism-cli/dist/util/createServer.js');
    const document = join(dataDir, 'openapi.json');
    writeFileSync(document, JSON.stringify(openApiDocument({ limits: config.limits, basePath: '' })));
    const port = 8194;
    const asItIs = { cors: true, dynamic: false, multiprocess: false, errors: false, ignoreExamples: false };
    const where = { document, host: '127.0.0.1', port };
    await createSingleProcessPrism({
      ...where,
      ...asItIs,
      verboseLevel: 'silent',
      seed: '',
      jsonSchemaFakerFillProperties: true,
    });
    return port;
  },
  /** The complete server of this project, as in `npm start`. */
  horizon: async () => {
    const app = await createApp({
      config,
      secrets: await readSecrets(config),
      store: await openStore(storeLocation(config)),
      dashboardFolder: null,
      version: 'bench',
      logger: loggerOptions(config.logLevel),
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    return (app.server.address() as AddressInfo).port;
  },
};

const port = await contenders[kind]?.();
process.send?.({ port });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6 });
});
process.on('disconnect', () => process.exit(0));
