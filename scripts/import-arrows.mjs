import { relative, sep } from 'node:path';

/** Folders of `src` that the files of each folder may import besides their own. Any other folder is a screen. */
const layers = {
  stock: [],
  data: ['stock'],
  ui: ['stock'],
  parts: ['ui', 'data', 'stock'],
  shell: ['parts', 'ui', 'data', 'stock'],
  server: ['stock'],
};
const screen = ['parts', 'ui', 'data', 'stock'];

const serverPackage = /^(?:node:|(?:fastify|@fastify|@photostructure|jose|pino)(?:\/|$))/;
const browserPackage = /^(?:react|react-dom|@mantine|@tanstack|@lingui|lucide-react)(?:\/|$)/;

/**
 * Returns what is wrong about an import; null if nothing is.
 * @param {string | undefined} folder of `src`; undefined for the start, the router and the providers of the dashboard
 * @param {string} imported
 */
function problemOf(folder, imported) {
  if (folder !== 'server' && serverPackage.test(imported)) return 'Node and its packages belong to src/server.';
  if ((folder === 'server' || folder === 'stock') && browserPackage.test(imported))
    return `src/${folder} doesn't use the dashboard's packages.`;
  const [, target] = /^#([\w-]+)\//.exec(imported) ?? [];
  if (target === undefined || target === folder) return null;
  if (folder === undefined) return target === 'server' ? 'The dashboard reaches the server over HTTP alone.' : null;
  const allowed = layers[folder] ?? screen;
  if (allowed.includes(target)) return null;
  return `src/${folder} doesn't import src/${target}. Besides its own files, it imports ${allowed.join(', ') || 'none'}.`;
}

/** Plugin of the linter: holds which folders of `src` import which, also by types and lazily. */
export default {
  meta: { name: 'arrows' },
  rules: {
    imports: {
      create(context) {
        const [, folder, ...below] = relative(context.cwd, context.filename).split(sep);
        const check = ({ source }) => {
          const message =
            typeof source?.value === 'string' && problemOf(below.length > 0 ? folder : undefined, source.value);
          if (message) context.report({ node: source, message });
        };
        return {
          ImportDeclaration: check,
          ImportExpression: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
        };
      },
    },
  },
};
