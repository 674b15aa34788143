import type { Plugin, Rolldown } from 'vite';

/** What is around every page. */
const everyPage = /app[\\/](root|entry\.client|screens[\\/]shell[\\/]layout)\.tsx/;
const listPage = /app[\\/]nouns[\\/]orders[\\/]list[\\/]list-page\.tsx/;
const purchaseList = /app[\\/]nouns[\\/]purchase-orders[\\/]list[\\/]list-page\.tsx/;
const itemLists = /app[\\/]nouns[\\/]products[\\/](raw-materials[\\/])?list-page\.tsx/;
const homePage = /app[\\/]screens[\\/]dashboard[\\/]home-page\.tsx/;

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** The file of what every page loads, and of the styles of those that are opened first. */
export function shellOf(id: string, modules: Modules): 'shell' | null {
  return everyPage.test(id) || (isSheet(id) && isOnList(id, modules)) ? 'shell' : null;
}

/**
 * The styles are two files: `shell` has those of Home and of the large lists, and comes with every page; `styles` has all others, and
 * comes with the other pages, and with the first dialog that is fetched. So a first page stays as light though more screens come. Of their
 * own, the lists have a few lines, for which they would load all of `styles`.
 */
export function otherStyles(id: string, modules: Modules): 'styles' | null {
  return isSheet(id) && !isOnList(id, modules) ? 'styles' : null;
}

/** What many pages share, but not those that are opened first, is a file that these do without. */
export const sharedOf = (id: string, modules: Modules) => (isOnFirstPage(id, modules) ? 'shared' : 'common');

/** What the list of orders shares with any other part is in the file that it loads anyway: as many small ones it would be larger. */
export const sharedByList = (id: string, modules: Modules) => (isOn(listPage, id, modules) ? 'shared' : null);

/** What Home shares with others, and that list does without. What other lists need of it is a file that they load without the rest. */
export const sharedByHome = (id: string, modules: Modules) =>
  isOn(homePage, id, modules) ? (isOnOtherList(id, modules) ? 'pages' : 'home') : null;

/** What the lists of purchase orders and items share, and those pages do without: else they would load what dialogs share. */
export const sharedByOtherLists = (id: string, modules: Modules) =>
  isOn(itemLists, id, modules) && isOn(purchaseList, id, modules) ? 'lists' : null;

/** What one kind of them shares with others: the other kind does without. */
export const sharedByOneList = (id: string, modules: Modules) =>
  isOn(itemLists, id, modules) ? 'items' : isOn(purchaseList, id, modules) ? 'purchases' : null;

const isSheet = (id: string) => /\.css($|\?)/.test(id);

/** Whether such a page imports a module, directly or not. What it fetches later does not count. */
function isOn(page: RegExp, id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (everyPage.test(id) || page.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return modules.getModuleInfo(id)?.importers.some((importer) => isOn(page, importer, modules, seen)) ?? false;
}

const isOnOtherList = (id: string, modules: Modules) => isOn(itemLists, id, modules) || isOn(purchaseList, id, modules);

const isOnList = (id: string, modules: Modules) => isOnFirstPage(id, modules) || isOnOtherList(id, modules);

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
