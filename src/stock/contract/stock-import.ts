import './no-eval.ts';
import * as z from 'zod/mini';

/** Bytes of the largest file that can be imported from a browser. */
export const maxImportBytes = 512 * 1024 ** 2;

const FileReport = z.object({
  kind: z.enum(['stock', 'products']),
  imported: z.int(),
  /** Rows that are identical to an earlier one. */
  repeated: z.int(),
  rejected: z.int(),
  /** Number of dates more than 20 years from today, which mean _no date_. */
  placeholders: z.int(),
  /** Quantities that can be read in two ways, which stop the import; null if there are none. */
  doubt: z.nullable(z.string()),
  /** What would be right for the rejected rows, one sentence for each kind. */
  advice: z.array(z.string()),
  /** The first rejected rows: the line on which each begins, the reason and its text. */
  firstRejected: z.array(z.object({ line: z.int(), reason: z.string(), text: z.string() })),
  /** All rejected rows as CSV; null if there are none, or too many to send. */
  rejectedRows: z.nullable(z.string()),
});

/** One line of the response of `POST /gateway/import`: how far it is, then the end. */
export const ImportEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), rows: z.int(), bytesRead: z.int(), bytesTotal: z.int() }),
  z.object({
    kind: z.literal('imported'),
    /** Whether the rows were committed; false if too many were rejected. */
    committed: z.boolean(),
    removedDemoData: z.boolean(),
    file: FileReport,
  }),
  /** Nothing was imported, and why. */
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
export type ImportEvent = z.infer<typeof ImportEvent>;
export type ImportedFile = Extract<ImportEvent, { kind: 'imported' }>;
