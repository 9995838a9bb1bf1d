import { defineConfig } from 'vite';

/** Builds the server and its commands to `dist/server`; packages remain in `node_modules`. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        import: 'src/server/import/import-command.ts',
        'import-worker': 'src/server/import/import-worker.ts',
        'response-worker': 'src/server/upstream/response-worker.ts',
        'product-worker': 'src/server/store/product-worker.ts',
        credentials: 'src/server/credentials-command.ts',
        'api-check': 'src/server/api-check/api-check-command.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
