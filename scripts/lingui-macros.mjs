import { transformAsync } from '@babel/core';

/** Vite plugin: expands Lingui's macros with Babel before other plugins process the files that use them. */
export function linguiMacros() {
  return {
    name: 'lingui-macros',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /@lingui\/(?:core|react)\/macro/ },
      async handler(code, filename) {
        // The API check recognizes the server's English texts by its messages, which a build strips otherwise.
        const stripMessageField = filename.endsWith('/api-check-words.ts') ? false : undefined;
        const result = await transformAsync(code, {
          filename,
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          parserOpts: { plugins: ['typescript', 'jsx'] },
          plugins: [['@lingui/babel-plugin-lingui-macro', { stripMessageField }]],
        });
        return { code: result.code, map: result.map };
      },
    },
  };
}
