import { isAscii, isUtf8 } from 'node:buffer';

import { ImportError } from './import-error.ts';

/** How files begin that are no UTF-8 text, and what to say of them. */
const signatures: readonly [bytes: readonly number[], sentence: string][] = [
  [[0xff, 0xfe], 'is written in UTF-16. Save it as CSV in UTF-8.'],
  [[0xfe, 0xff], 'is written in UTF-16. Save it as CSV in UTF-8.'],
  [[0x50, 0x4b, 0x03, 0x04], 'is an Excel workbook or a zip archive. Save the sheet as CSV in UTF-8.'],
  [[0x1f, 0x8b], 'is compressed. Unpack it first.'],
];

const byteOrderMark = Buffer.from('\u{FEFF}');

/** The first block of a file without its byte order mark. Throws ImportError for what is no UTF-8 text by its first bytes. */
export function withoutSignature(path: string, first: Buffer): Buffer {
  const known = signatures.find(([bytes]) => bytes.every((byte, index) => first[index] === byte));
  if (known !== undefined) throw new ImportError(`${path} ${known[1]}`);
  if (first.includes(0))
    throw new ImportError(`${path} is no text in UTF-8: it holds NUL bytes. Save it as CSV in UTF-8.`);
  return first.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? first.subarray(byteOrderMark.length) : first;
}

/** The text of a block whose first line is `line`. Throws ImportError for bytes that aren't UTF-8, with their line. */
export function decodeBlock(path: string, block: Buffer, line: number): string {
  if (isAscii(block)) return block.toString('latin1');
  if (isUtf8(block)) return block.toString('utf8');
  throw new ImportError(
    `${path}, line ${line + linesBeforeFault(block)}: the text is not UTF-8. Save the file as CSV in UTF-8.`,
  );
}

function linesBeforeFault(block: Buffer): number {
  const lines = block.toString('latin1').split(/\r\n|\n|\r/);
  return lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
}
