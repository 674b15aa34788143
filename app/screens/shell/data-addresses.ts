import type { Routes } from './navigation/fetch-ahead.ts';

declare global {
  interface Window {
    /** What the router has of each page's module, by the page's id: of the pages that are shown, before it starts. */
    __reactRouterRouteModules?: Record<string, object>;
  }
}

/**
 * Addresses that only give data, such as the shell's counts, have an empty module in the browser. The router would fetch it with the
 * first data from there, and load the whole page anew where that fails, with all that was typed into it: so it has them from the
 * start. Call when the router is about to start.
 */
export function haveModulesOfData(): void {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules } = window;
  if (manifest && modules) Object.assign(modules, Object.fromEntries(dataAddresses(manifest.routes).map((id) => [id, {}])));
}

/** The routes without anything for the browser. */
export const dataAddresses = (routes: Routes): string[] =>
  Object.entries(routes).flatMap(([id, { hasLoader, hasDefaultExport }]) => (hasLoader && !hasDefaultExport ? [id] : []));
