import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';

import type { Market } from '#stock/contract/envelope.ts';
import { requestValues, ruleError } from '#stock/contract/requests.ts';
import { defaultLimits } from '#stock/contract/limits.ts';
import { type ImportEvent, maxImportBytes } from '#stock/contract/stock-import.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { allowSlowBody } from '#server/connections.ts';
import { completeWork } from '#server/overload.ts';
import { allOf, readQuery } from '#server/service/read-request.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import { signedInOf } from '#server/sign-in/sign-in.ts';
import type { StoreLocation } from '#server/store/stock-store.ts';

import { ImportError } from './csv-records.ts';
import { dateFormOf } from './date-cell.ts';
import { type FileReport, type ImportReport, runInWorker } from './start-worker.ts';

const { flagText } = requestValues(defaultLimits);
const dateRule = ruleError('must be a form such as dd.mm.yyyy, mm/dd/yyyy or ddmmyyyy');

const ImportQuery = z.strictObject({
  kind: z.enum(['stock', 'products'], ruleError('must be stock or products')),
  replace: z._default(flagText, false),
  keepGoing: z._default(flagText, false),
  dates: z.optional(z.string(dateRule).check(z.refine((text) => dateFormOf(text) !== null, dateRule))),
  decimal: z.optional(z.enum([',', '.'], ruleError('must be , or .'))),
});

export interface ImportTarget {
  location: StoreLocation;
  /** Market of rows that name none. */
  market: Market;
  today: () => CalendarDate;
}

/** Milliseconds between blank lines, which keep the connection open while rows are committed. */
const heartbeat = 10_000;
/** Bytes of a list of rejected rows that is sent whole. */
const maxListBytes = 8 * 1024 ** 2;

/**
 * `POST /gateway/import`: imports the CSV file that is the body, as `npm run import` does, for administrators. The
 * response is a stream of {@link ImportEvent}s, one a line (NDJSON). An import continues if the client disconnects.
 */
export function importRoute({ location, market, today }: ImportTarget) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    // The file is written to disk as it arrives, since it may not fit into memory.
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    app.route({
      method: 'POST',
      url: '/import',
      bodyLimit: maxImportBytes,
      onRequest: async (request) => {
        if (!signedInOf(request).isAdministrator)
          throw new ServiceProblem('forbidden', 'Only administrators can import files.');
        if (Number(request.headers['content-length'] ?? 0) > maxImportBytes) throw tooLarge();
        allowSlowBody(request.raw);
      },
      handler: async (request, reply) => {
        const { query } = allOf({ query: readQuery(request.url, ImportQuery) });
        // A file that arrives slowly keeps no other request waiting.
        completeWork(request);
        const { kind, replace, keepGoing, dates = null, decimal = null } = query;
        const folder = await mkdtemp(join(tmpdir(), 'stock-horizon-import-'));
        const path = join(folder, `${randomUUID()}.csv`);
        try {
          await pipeline(request.body as Readable, limited, createWriteStream(path, { mode: 0o600 }));
        } catch (error) {
          await rm(folder, { recursive: true, force: true });
          throw error;
        }
        const output = new PassThrough();
        const emit = (event: ImportEvent) => void output.write(`${JSON.stringify(event)}\n`);
        const run = async () => {
          const timer = setInterval(() => output.write('\n'), heartbeat);
          const files = { stockFile: kind === 'stock' ? path : null, productsFile: kind === 'products' ? path : null };
          const job = { kind: 'import', location, market, today: today(), replace, keepGoing, dates, decimal } as const;
          try {
            const message = await runInWorker({ ...job, ...files }, ({ rows, bytesRead, bytesTotal }) =>
              emit({ kind: 'progress', rows, bytesRead, bytesTotal }),
            );
            if (message.kind !== 'imported') throw new TypeError(`unexpected message ${message.kind}`);
            const [file] = message.report.files;
            request.log.info({ ...summaryOf(message.report) }, 'a file was imported from the dashboard');
            if (file !== undefined) emit(await importedOf(message.report, file));
          } catch (error) {
            if (!(error instanceof ImportError)) request.log.error({ err: error }, 'import failed');
            emit({ kind: 'failed', message: error instanceof ImportError ? withoutPath(error.message, path) : '' });
          } finally {
            clearInterval(timer);
            output.end();
            await rm(folder, { recursive: true, force: true });
          }
        };
        void run();
        return reply.type('application/x-ndjson; charset=utf-8').send(output);
      },
    });
  };
}

/** Passes on chunks up to the limit. */
async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxImportBytes) throw tooLarge();
    yield chunk;
  }
}

function tooLarge(): ServiceProblem {
  return new ServiceProblem(
    'payload-too-large',
    `A file of more than ${maxImportBytes / 1024 ** 2} MB is imported on the server: npm run import.`,
  );
}

function summaryOf({ committed, files }: ImportReport) {
  return { committed, imported: files[0]?.imported, rejected: files[0]?.rejected };
}

async function importedOf(
  { committed, removedDemoData }: ImportReport,
  { kind, imported, repeated, rejected, doubt, advice, firstRejected, rejectedFile, placeholders }: FileReport,
): Promise<ImportEvent> {
  const isListed = rejectedFile !== null && (await stat(rejectedFile)).size <= maxListBytes;
  return {
    kind: 'imported',
    committed,
    removedDemoData,
    file: {
      kind,
      imported,
      repeated,
      rejected,
      placeholders: placeholders.reduce((sum, { count }) => sum + count, 0),
      doubt,
      advice,
      firstRejected,
      rejectedRows: isListed ? await readFile(rejectedFile, 'utf8') : null,
    },
  };
}

/** The name on disk says nothing to the user. */
function withoutPath(message: string, path: string): string {
  return message.replaceAll(path, 'The file');
}
