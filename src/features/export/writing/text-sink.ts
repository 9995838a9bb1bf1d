import type { FileSink } from './file-sink.ts';

const chunkLength = 262_144;
/** The most bytes that a UTF-16 code unit takes in UTF-8. */
const bytesPerUnit = 3;

/** Text on its way into a file as UTF-8, in large pieces. */
export class TextSink {
  readonly #sink: FileSink;
  readonly #encoder = new TextEncoder();
  readonly #bytes = new Uint8Array(chunkLength * bytesPerUnit);
  #text = '';

  constructor(sink: FileSink) {
    this.#sink = sink;
  }

  write(text: string): void {
    this.#text += text;
    if (this.#text.length >= chunkLength) this.flush();
  }

  /** Passes on what has not yet been. */
  flush(): void {
    for (let text = this.#text; text !== '';) {
      const { read, written } = this.#encoder.encodeInto(text, this.#bytes);
      this.#sink.write(this.#bytes.subarray(0, written));
      text = text.slice(read);
    }
    this.#text = '';
  }
}
