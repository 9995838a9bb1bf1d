import { FileFailure } from './file-failure.ts';
import type { ReadingOptions, ReadList } from './read-list.ts';
import type { ReaderAnswer, ReaderRequest } from './reader-messages.ts';

type Task = ReaderRequest extends infer Request ? (Request extends unknown ? Omit<Request, 'id'> : never) : never;

/** Reads lists off the main thread, one after the other. Every reading throws FileFailure where it can't be done. */
export class ReaderWorker {
  readonly #worker = new Worker(new URL('./list-reader.worker.ts', import.meta.url), { type: 'module' });
  #asked = 0;

  readText(text: string, options: ReadingOptions): Promise<ReadList> {
    return this.#ask({ kind: 'text', text, options });
  }

  readFile(file: Blob, sheet: string | null, options: ReadingOptions): Promise<ReadList> {
    return this.#ask({ kind: 'file', file, sheet, options });
  }

  /** The list that was read last, with other answers. */
  readAgain(options: ReadingOptions): Promise<ReadList> {
    return this.#ask({ kind: 'again', options });
  }

  close(): void {
    this.#worker.terminate();
  }

  #ask(task: Task): Promise<ReadList> {
    const id = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      const settle = (answer: ReaderAnswer | null) => {
        this.#worker.removeEventListener('message', onMessage);
        this.#worker.removeEventListener('error', onError);
        if (answer !== null && 'list' in answer) resolve(answer.list);
        else reject(new FileFailure(answer?.failure ?? 'not-readable'));
      };
      const onMessage = ({ data }: MessageEvent<ReaderAnswer>) => {
        if (data.id === id) settle(data);
      };
      const onError = () => settle(null);
      this.#worker.addEventListener('message', onMessage);
      this.#worker.addEventListener('error', onError);
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      this.#worker.postMessage({ id, ...task });
    });
  }
}
