import { type Stats, closeSync, openSync, readSync, statSync } from 'node:fs';

import { ImportError } from './import-error.ts';

/** How much is read at once, and so the longest line that is taken. */
const blockSize = 1 << 20;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The size of a file in bytes. Throws ImportError for what can't be read or is no file. */
export function sizeOfFile(path: string): number {
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
  if (stats.isDirectory()) throw new ImportError(`${path} is a folder. Name a CSV file.`);
  if (stats.size === 0 && stats.isFile())
    throw new ImportError(`${path} is empty. Name a CSV file with a header line and rows.`);
  return stats.size;
}

/**
 * The bytes of a file in blocks that end where a line ends (the last may not). A block is only good until the
 * next one is asked for. Throws ImportError for a file that can't be read or a line longer than a block.
 */
export function* readBlocks(path: string): Generator<Buffer> {
  const file = openFile(path);
  try {
    const buffer = Buffer.allocUnsafe(blockSize);
    let held = 0;
    for (;;) {
      const read = readSync(file, buffer, held, blockSize - held, null);
      const filled = buffer.subarray(0, held + read);
      if (read === 0) {
        if (held > 0) yield filled;
        return;
      }
      const end = endOfLastLine(filled);
      if (end === 0 && filled.length === blockSize)
        throw new ImportError(`${path} has a line of more than 1 MiB. Is it a CSV file?`);
      if (end > 0) yield filled.subarray(0, end);
      held = filled.copy(buffer, 0, end);
    }
  } finally {
    closeSync(file);
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** A carriage return counts where no line feed is, so that the two of a pair never come apart. */
function endOfLastLine(bytes: Buffer): number {
  const end = bytes.lastIndexOf(lineFeed);
  return (end === -1 ? bytes.subarray(0, -1).lastIndexOf(carriageReturn) : end) + 1;
}

function unreadable(path: string, error: unknown): ImportError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new ImportError(`${path} was not found. Check the path.`);
  if (code === 'EACCES') return new ImportError(`${path} may not be read. Check its permissions.`);
  return new ImportError(`${path} can't be read: ${message}`);
}
