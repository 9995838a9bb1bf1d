import { openSink } from './file-sink.ts';

/** What is added to the end of each record of a CSV file, separators included. */
export interface RecordEnds {
  /** To the first one. */
  header: string;
  /** To each of the others. */
  record: string;
}

const quote = 0x22;
const carriageReturn = 0x0d;
const bufferSize = 524_288;

/** A CSV file whose records end with more fields. Bytes are copied as they are: no text is made of them on the way. */
export async function lengthenRecords(file: Blob, ends: RecordEnds): Promise<Blob> {
  const sink = await openSink();
  const encoder = new TextEncoder();
  const record = encoder.encode(ends.record);
  const buffer = new Uint8Array(bufferSize);
  let length = 0;
  let end = encoder.encode(ends.header);
  let isQuoted = false;

  function write(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length;) {
      const part = bytes.subarray(start, start + bufferSize - length);
      buffer.set(part, length);
      length += part.length;
      start += part.length;
      if (length === bufferSize) flush();
    }
  }

  function flush(): void {
    sink.write(buffer.subarray(0, length));
    length = 0;
  }

  for await (const bytes of bytesOf(file)) {
    let start = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === quote) isQuoted = !isQuoted;
      // Outside quotes it stands at a record's end alone.
      if (byte !== carriageReturn || isQuoted) continue;
      write(bytes.subarray(start, at));
      write(end);
      end = record;
      start = at;
    }
    write(bytes.subarray(start));
  }
  flush();
  return sink.close();
}

async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
