import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import {
  firstSheetAtRoot,
  otherStyles,
  sharedByHome,
  sharedByList,
  sharedByOneList,
  sharedByOtherLists,
  sharedOf,
  shellOf,
} from './bin/build/first-pages.ts';
import { staysOnTheServer } from './bin/build/stays-on-the-server.ts';

/**
 * One build makes the browser's assets (build/client) and one server bundle (build/server/index.js) whose entry is
 * app/server.ts, so that pages and API share modules. Interface packages go into the bundle: read one by one they
 * would cost a second at every start.
 */
export default defineConfig(({ command }) => ({
  plugins: [oneIconEach(), staysOnTheServer(), reactRouter(), firstSheetAtRoot()],
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
 * Dialogs and panels bring the placing of overlays with them, a third of all scripts, which no page needs before one is opened; hooks that
 * read bring a cache, which a list does without.
 */
const besidesDialogs = /[\\/]app[\\/](?!nouns[\\/]|ui[\\/](dialog|form)[\\/]|ui[\\/]hooks[\\/]use-(query|call))/;
/**
 * Small parts of Mantine that whatever opens over a page needs. By themselves they would be ten files, and to name a file to the browser
 * keeps a press waiting for a millisecond.
 */
const smallParts =
  /@mantine[\\/].*[\\/](use-merged-ref|use-uncontrolled|use-window-event|use-resolved-styles-api|create-safe-context|clamp|DirectionProvider|VisuallyHidden|Paper)\.mjs/;
const ownParts = /[\\/](app|platform|@tabler)[\\/]/;
/**
 * What every page needs is one file, with all that it imports; what many of them share is another. Else a first page
 * would ask for sixty small files, and the server would name each of them in it. Styles are two files: see bin/build/first-pages.ts.
 */
const fewFiles = [
  { name: otherStyles, test: /\.css($|\?)/, priority: 3 },
  { name: shellOf, priority: 2 },
  { name: 'queries', priority: 1, test: /@tanstack|hooks[\\/]use-query/ },
  { name: sharedByList, minShareCount: 2, priority: 1.2, test: ownParts },
  { name: sharedByHome, minShareCount: 2, priority: 1.1, test: ownParts },
  { name: sharedByOtherLists, minShareCount: 2, priority: 1.05, test: ownParts },
  { name: sharedByOneList, minShareCount: 2, priority: 1.04, test: ownParts },
  { name: sharedOf, minShareCount: 12, priority: 1, test: besidesDialogs },
  { name: 'parts', priority: 1, test: smallParts },
  { name: 'floating', priority: 1, test: /@floating-ui|tabbable|[\\/]components[\\/](FocusTrap|Popover)[\\/]/ },
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
