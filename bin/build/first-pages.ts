import type { Plugin, Rolldown } from 'vite';

/** What is around every page. */
const everyPage = /app[\\/](root|entry\.client|screens[\\/]shell[\\/]layout)\.tsx/;
const listPage = /app[\\/]nouns[\\/]orders[\\/]list[\\/]list-page\.tsx/;
const otherLists = /app[\\/]nouns[\\/](purchase-orders[\\/]list|products)[\\/](raw-materials[\\/])?list-page\.tsx/;
const homePage = /app[\\/]screens[\\/]dashboard[\\/]home-page\.tsx/;

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** The file of what every page loads, and of the styles of those that are opened first. */
export function shellOf(id: string, modules: Modules): 'shell' | null {
  return everyPage.test(id) || (isSheet(id) && isOnFirstPage(id, modules)) ? 'shell' : null;
}

/**
 * The styles are two files: `shell` has those of the pages that are opened first, and comes with every page; `styles` has all others, and
 * comes with the other pages, and with the first dialog that is fetched. So a first page stays as light though more screens come.
 */
export function otherStyles(id: string, modules: Modules): 'styles' | null {
  return isSheet(id) && !isOnFirstPage(id, modules) ? 'styles' : null;
}

/** What many pages share, but not those that are opened first, is a file that these do without. */
export const sharedOf = (id: string, modules: Modules) => (isOnFirstPage(id, modules) ? 'shared' : 'common');

/** What the list of orders shares with any other part is in the file that it loads anyway: as many small ones it would be larger. */
export const sharedByList = (id: string, modules: Modules) => (isOn(listPage, id, modules) ? 'shared' : null);

/** What Home shares with others, and that list does without. */
export const sharedByHome = (id: string, modules: Modules) => (isOn(homePage, id, modules) ? 'home' : null);

/** What the lists of purchase orders and items share with others, and those pages do without: else they would load what dialogs share. */
export const sharedByOtherLists = (id: string, modules: Modules) => (isOn(otherLists, id, modules) ? 'lists' : null);

const isSheet = (id: string) => /\.css($|\?)/.test(id);

/** Whether such a page imports a module, directly or not. What it fetches later does not count. */
function isOn(page: RegExp, id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (everyPage.test(id) || page.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return modules.getModuleInfo(id)?.importers.some((importer) => isOn(page, importer, modules, seen)) ?? false;
}

/** Whether a page that people open first imports it. */
export const isOnFirstPage = (id: string, modules: Modules) => isOn(listPage, id, modules) || isOn(homePage, id, modules);

/**
 * The first sheet belongs to the root, which every page has. Else each dialog would name it too, and fetching one would put it behind the
 * styles that override it.
 */
export function firstSheetAtRoot(): Plugin {
  return {
    name: 'first-sheet-at-root',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const root = chunks.find(({ facadeModuleId }) => facadeModuleId && /app[\\/]root\.tsx/.test(facadeModuleId))?.viteMetadata
        ?.importedCss;
      const shell = chunks.find(({ name }) => name === 'shell')?.viteMetadata?.importedCss;
      if (!root || !shell?.size) throw new Error('The styles of the first page were not found.');
      for (const sheet of shell) root.add(sheet);
      shell.clear();
    },
  };
}
