import { unzipSync } from 'fflate';

import { FileFailure, maxBytes } from './read-list.ts';
import { decodeXml } from './text-encoding.ts';

/** The parts of a ZIP archive such as an XLSX workbook. */
export class Archive {
  readonly #bytes: Uint8Array;
  /** Names as stored, by path in lower case with slashes, since some programs write them otherwise. */
  readonly #names = new Map<string, string>();

  /** @throws FileFailure if it isn't complete, or unpacks to more than the limit */
  constructor(bytes: Uint8Array) {
    limitArchive(bytes);
    this.#bytes = bytes;
    unzipSync(bytes, {
      filter: ({ name }) => {
        this.#names.set(pathOf(name), name);
        return false;
      },
    });
  }

  has(path: string): boolean {
    return this.#names.has(pathOf(path));
  }

  /**
   * Returns the text of a part, in the encoding that it declares.
   * @throws Error if it is missing or damaged
   */
  text(path: string): string {
    const name = this.#names.get(pathOf(path));
    const part =
      name === undefined ? undefined : unzipSync(this.#bytes, { filter: (file) => file.name === name })[name];
    if (part === undefined) throw new RangeError(`Missing part ${path}`);
    return decodeXml(part);
  }
}

function pathOf(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}

const endOfDirectory = 0x06_05_4b_50;
const directoryEntry = 0x02_01_4b_50;
const localHeader = 0x04_03_4b_50;
const maxCommentLength = 65_535;
const endLength = 22;
/** ZIP64 markers: the actual size or count is stored elsewhere. No list is that large. */
const zip64Size = 0xff_ff_ff_ff;
const zip64Count = 0xff_ff;
/** Flag of an entry whose sizes follow its data. */
const sizesFollow = 8;

/**
 * Limits the unpacked size of a ZIP archive by the sizes its parts declare. Unpackers that stop at the declared size
 * are thereby limited too.
 * @throws FileFailure if the sum exceeds `maxBytes`, or if sizes are missing
 */
function limitArchive(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  // An unpacker would read a ZIP64 directory instead of this one.
  const isZip64 = [view.getUint32(end + 12, true), at].includes(zip64Size) || count === zip64Count;
  if (isZip64) throw new FileFailure('not-readable');
  let sum = 0;
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== directoryEntry) throw new FileFailure('not-readable');
    const packed = view.getUint32(at + 20, true);
    const declared = view.getUint32(at + 24, true);
    const hasTrailingSizes = packed === 0 && (view.getUint16(at + 8, true) & sizesFollow) !== 0;
    if (declared === 0 && (packed > 2 || hasTrailingSizes)) throw new FileFailure('not-readable');
    sum += Math.max(declared, declaredAt(view, view.getUint32(at + 42, true)));
    if (declared === zip64Size || sum > maxBytes) throw new FileFailure('unpacks-too-large');
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** Returns the size in the local header, which can differ from the directory's; 0 if it follows the data. */
function declaredAt(view: DataView, at: number): number {
  if (at + 30 > view.byteLength || view.getUint32(at, true) !== localHeader) throw new FileFailure('not-readable');
  return view.getUint32(at + 22, true);
}

function findEnd(view: DataView): number {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - maxCommentLength); at -= 1) {
    if (view.getUint32(at, true) === endOfDirectory) return at;
  }
  throw new FileFailure('not-readable');
}
