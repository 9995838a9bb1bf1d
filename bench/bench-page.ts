import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build, preview } from 'vite';

interface BenchPage {
  address: string;
  close: () => Promise<void>;
}

/**
 * Builds a benchmark page in a folder beside this file with the dashboard's build settings, and serves it.
 * @param service URL of a service to which the page's requests are proxied
 */
export async function serveBenchPage(folder: string, port: number, service?: string): Promise<BenchPage> {
  const outDir = mkdtempSync(join(tmpdir(), `bench-${folder}-`));
  const shared = {
    configFile: join(import.meta.dirname, '..', 'vite.config.ts'),
    root: join(import.meta.dirname, folder),
    logLevel: 'error',
  } as const;
  await build({
    ...shared,
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 4000 },
  });
  const server = await preview({
    ...shared,
    build: { outDir },
    preview: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      ...(service && { proxy: { '/gateway': { target: service } } }),
    },
  });
  return {
    address: `http://127.0.0.1:${port}/`,
    close: async () => {
      await server.close();
      rmSync(outDir, { recursive: true });
    },
  };
}
