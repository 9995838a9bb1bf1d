/** Where a file's bytes go while it is being written. */
export interface FileSink {
  write(bytes: Uint8Array<ArrayBuffer>): void;
  /** The file as it stands; nothing can be written to it any more. */
  close(): Promise<Blob>;
  discard(): Promise<void>;
}

/**
 * A sink on the browser's own disk, so that a file may be larger than memory; in memory where the browser has none,
 * as on a page without https. To be opened in a worker.
 */
export async function openSink(): Promise<FileSink> {
  return (await onDisk()) ?? inMemory();
}

/** Workers alone have it, so the types of a page know nothing of it. */
interface WorkerFileHandle extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<{ write(bytes: Uint8Array, options: { at: number }): number; close(): void }>;
}

const folderName = 'exports';
/** A download reads its file for as long as it lasts; what is older than this was read long ago. */
const keptFor = 3_600_000;

async function onDisk(): Promise<FileSink | null> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(folderName, { create: true });
    await removeOld(folder);
    const name = `${Date.now()}-${crypto.randomUUID()}`;
    const handle = (await folder.getFileHandle(name, { create: true })) as WorkerFileHandle;
    const file = await handle.createSyncAccessHandle();
    let size = 0;
    return {
      write: (bytes) => {
        size += file.write(bytes, { at: size });
      },
      close: () => {
        file.close();
        return handle.getFile();
      },
      discard: async () => {
        file.close();
        await folder.removeEntry(name);
      },
    };
  } catch {
    return null;
  }
}

async function removeOld(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of folder.keys()) {
    const madeAt = Number(name.split('-', 1)[0]);
    // One that another window still writes can't be removed, and needn't be.
    if (Date.now() - madeAt > keptFor) await folder.removeEntry(name).catch(() => undefined);
  }
}

/** Blobs of some megabytes each, which a browser may move to its disk. */
const blobSize = 4_194_304;

function inMemory(): FileSink {
  const blobs: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  return {
    write: (bytes) => {
      parts.push(bytes.slice());
      size += bytes.length;
      if (size < blobSize) return;
      blobs.push(new Blob(parts));
      parts = [];
      size = 0;
    },
    close: () => Promise.resolve(new Blob([...blobs, ...parts])),
    discard: () => Promise.resolve(),
  };
}
