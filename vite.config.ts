import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/**
 * One build makes the browser's assets (build/client) and one server bundle (build/server/index.js) whose entry is
 * app/server.ts, so that pages and API share modules. Interface packages go into the bundle: read one by one they
 * would cost a second at every start.
 */
export default defineConfig(({ command }) => ({
  plugins: [oneIconEach(), schemasStayOnTheServer(), reactRouter()],
  build: { target: ['chrome123', 'safari17.5', 'firefox128'], reportCompressedSize: false },
  optimizeDeps: { exclude: ['@tabler/icons-react'] },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: fewFiles } } } } },
    ssr: {
      build: { rollupOptions: { input: './app/server.ts' } },
      ...(command === 'build' && {
        resolve: {
          noExternal: [/^react($|-dom|-router)/, /^@react-router/, /^@mantine/, /^@tabler/, /^@tanstack/, /^@floating-ui/, /^@fontsource/],
        },
      }),
    },
  },
}));

/**
 * What every page needs is one file, with all that it imports; what many of them share is another. Else a first page
 * would ask for sixty small files, and the server would name each of them in it. The styles of all pages come with the
 * first: a page that is opened later waits for none.
 */
const everyPage = /app[\\/](root|entry\.client|shell[\\/]layout)\.tsx/;
const styles = /[\\/]app[\\/].*\.module\.css|@mantine[\\/]core[\\/]styles[\\/]/;
const fewFiles = [
  { name: 'shell', test: (id: string) => everyPage.test(id) || styles.test(id), priority: 2 },
  { name: 'shared', minShareCount: 8, priority: 1, test: /[\\/]app[\\/]/ },
  { name: 'floating', priority: 1, test: /@floating-ui|tabbable/ },
];

/** Points each icon's import at its own file: the package's index names 6,000 of them, which costs seconds a build. */
function oneIconEach(): Plugin {
  const names = /import \{([^}]+)\} from ['"]@tabler\/icons-react['"];?/g;
  const one = (icon: string) => `import ${icon} from '@tabler/icons-react/dist/esm/icons/${icon}.mjs';`;
  return {
    name: 'one-icon-each',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/app/') || !code.includes('@tabler/icons-react')) return null;
      return { code: code.replace(names, (_, list: string) => (list.match(/(?<!type )\bIcon\w+/g) ?? []).map(one).join(' ')), map: null };
    },
  };
}

/**
 * The browser knows an endpoint by its method, path and type; what checks input runs on the server. So in the browser
 * `zod` is a stand-in that builds nothing, which spares each first page 25 kB, and says so when asked to check.
 */
function schemasStayOnTheServer(): Plugin {
  const standIn = '\0schemas-stay-on-the-server';
  return {
    name: 'schemas-stay-on-the-server',
    enforce: 'pre',
    resolveId(source) {
      return source === 'zod' && this.environment.name === 'client' ? standIn : null;
    },
    load(id) {
      return id === standIn ? noSchemas : null;
    },
  };
}

const noSchemas = `
const checks = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'options']);
export const z = new Proxy(() => z, {
  apply: () => z,
  get: (_, name) => {
    if (checks.has(name)) throw new Error('Schemas stay on the server: zod cannot ' + name + ' in the browser.');
    return typeof name === 'symbol' || name === 'then' ? undefined : z;
  },
});
`;
