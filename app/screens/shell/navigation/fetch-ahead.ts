import type { Role } from '../../../../platform/signed-in.ts';
import { allStyles } from '../../../theme/all-styles.ts';
import { idle } from '../../../ui/hooks/idle.ts';
import { places, placesFor } from './places.ts';

/** What React Router knows of the pages, by their ids. */
export type Routes = Readonly<Record<string, Route>>;
type Route = {
  parentId?: string;
  path?: string;
  module: string;
  hasLoader?: boolean;
  hasDefaultExport?: boolean;
};

/** What each page's script imports, by the page's id. */
export type Imports = Readonly<Record<string, readonly string[]>>;

/** How the browser is connected. Not every browser says it. */
type Connection = { saveData?: boolean; effectiveType?: string };

declare global {
  interface Window {
    __reactRouterManifest?: { url: string; routes: Routes };
  }
  interface Navigator {
    connection?: Connection;
  }
}

/** Whether a page's script is better fetched with the page. */
export const isSparing = ({ saveData = false, effectiveType = '' }: Connection = {}) => saveData || /2g|3g/.test(effectiveType);

/**
 * Fetches the styles and scripts of the other pages, without their data, one page after another while the browser has nothing else to
 * do. So the first click on a link waits for data alone.
 */
export async function fetchAhead(role: Role, leaving: AbortSignal): Promise<void> {
  if (isSparing(navigator.connection)) return;
  const { url = '', routes = {} } = window.__reactRouterManifest ?? {};
  const goesOn = async () => {
    await idle();
    return !leaving.aborted && navigator.onLine;
  };
  try {
    if (!(await goesOn())) return;
    await allStyles();
    const { default: imports }: { default: Imports } = await import(/* @vite-ignore */ importsBeside(url));
    // A link whose page is fetched when it is pointed at reads them there.
    for (const [id, imported] of Object.entries(imports)) Object.assign(routes[id] ?? {}, { imports: imported });
    const fetched = new Set<string>();
    for (const scripts of scriptsAhead(role, routes, imports)) {
      const others = scripts.filter((script) => !fetched.has(script));
      if (others.length === 0) continue;
      if (!(await goesOn())) return;
      await preload(others);
      for (const script of others) fetched.add(script);
    }
  } catch {
    // Who opens the page asks for it again, and is told.
  }
}

/** Where a build has put what its pages import: see bin/build/thin-manifest.ts. */
const importsBeside = (manifest: string) => manifest.replace('/manifest-', '/imports-');

/**
 * The browser reads the scripts of a page and keeps them, and runs them only when it is opened. Their links come and go together: each time
 * the head changes, the browser looks at the styles of the whole page.
 */
async function preload(scripts: string[]): Promise<void> {
  const links = scripts.map((href) => Object.assign(document.createElement('link'), { rel: 'modulepreload', href, fetchPriority: 'low' }));
  const fetched = Promise.all(links.map(loaded));
  document.head.append(...links);
  await fetched.finally(() => {
    for (const link of links) link.remove();
  });
}

const loaded = (link: HTMLLinkElement) =>
  new Promise((resolve, reject) => {
    link.addEventListener('load', resolve, { once: true });
    link.addEventListener('error', reject, { once: true });
  });

/** The scripts of each page in the shell that this role is offered. */
export function scriptsAhead(role: Role, routes: Routes, imports: Imports): string[][] {
  const offered = placesFor(role);
  const withheld = places.filter((place) => !offered.includes(place));
  return Object.keys(routes).flatMap((id) => {
    const [page, ...around] = withParents(id, routes);
    if (!page || !around.some((route) => route === routes[shell])) return [];
    const address = [page, ...around].reduceRight((above, { path }) => (path ? `${above}/${path}` : above), '');
    return withheld.some(({ path }) => address.startsWith(path)) ? [] : [[...(imports[id] ?? []), page.module]];
  });
}

const shell = 'screens/shell/layout';

/** A route and those around it, from the inside out. */
function withParents(id: string | undefined, routes: Routes): Route[] {
  const route = id === undefined ? undefined : routes[id];
  return route ? [route, ...withParents(route.parentId, routes)] : [];
}
