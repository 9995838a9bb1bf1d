import { FileFailure } from './file-failure.ts';

const endOfDirectory = 0x06_05_4b_50;
const directoryEntry = 0x02_01_4b_50;
const localHeader = 0x04_03_4b_50;
const longestComment = 65_535;
const endLength = 22;
/** Stands where a size doesn't fit 32 bits: no list is that large. */
const sizeElsewhere = 0xff_ff_ff_ff;

/**
 * Throws where the parts of a ZIP archive would unpack to more than `mostBytes`, or don't say to how much. An
 * unpacker that stops at the size each part declares is so held to the sum.
 * @throws FileFailure
 */
export function holdArchive(bytes: Uint8Array, mostBytes: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let sum = 0;
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== directoryEntry) throw new FileFailure('not-readable');
    const packed = view.getUint32(at + 20, true);
    const declared = view.getUint32(at + 24, true);
    if (declared === 0 && packed > 2) throw new FileFailure('not-readable');
    sum += Math.max(declared, declaredAt(view, view.getUint32(at + 42, true)));
    if (declared === sizeElsewhere || sum > mostBytes) throw new FileFailure('unpacks-too-large');
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** The size that stands before the part itself, which need not be the directory's; 0 where it follows the part. */
function declaredAt(view: DataView, at: number): number {
  if (at + 30 > view.byteLength || view.getUint32(at, true) !== localHeader) throw new FileFailure('not-readable');
  return view.getUint32(at + 22, true);
}

function findEnd(view: DataView): number {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - longestComment); at -= 1) {
    if (view.getUint32(at, true) === endOfDirectory) return at;
  }
  throw new FileFailure('not-readable');
}
