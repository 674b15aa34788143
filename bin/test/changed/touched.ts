import { dirname } from 'node:path/posix';
import type { Graph } from '../../../test/boundaries/graph.ts';
import { order } from '../../../test/boundaries/order.ts';

/** A test file, and how many imports lie between it and what changed. */
export type Touched = { path: string; steps: number };

/** These read every source, or every call of the product: no import leads from them to what changed. */
const always = ['test/boundaries.test.ts', 'test/boundaries/stylesheets.test.ts', 'test/documents.test.ts', 'test/words.test.ts'];
const ofCalls = ['test/roles.test.ts', 'test/endpoints.test.ts', 'test/isolation.test.ts'];
const ofRows = ['test/database.test.ts', 'test/isolation/catalogue.test.ts', 'test/isolation.test.ts'];

/**
 * The test files that a change of these files can touch, those nearest to it first: what imports it, directly or through others, and
 * the browser tests of the pages that do. The files that know every noun (app/*.ts, app/entities/) end a way: through them everything would
 * be touched. The tests of the folder that is changed run all the same, also where they reach it only through those.
 */
export function touchedBy(graph: Graph, changed: readonly string[]): Touched[] {
  const steps = stepsFrom(importersIn(graph), changed);
  const tests = new Map<string, number>();
  const add = (path: string, at: number) => {
    if (graph.has(path)) tests.set(path, Math.min(at, tests.get(path) ?? at));
  };
  for (const [path, at] of steps) if (isTest(path)) add(path, at);
  const folders = new Set(changed.filter((path) => !isEnd(path)).map((path) => dirname(path)));
  for (const path of graph.keys()) if (isTest(path) && !isBrowserTest(path) && folders.has(dirname(path))) add(path, 1);
  for (const path of always) add(path, 0);
  if (changed.some((path) => /(^|[/-])(api|contract)(\/[\w-]+)?\.ts$/.test(path))) for (const path of ofCalls) add(path, 1);
  if (changed.some((path) => path.startsWith('db/'))) for (const path of ofRows) add(path, 0);
  for (const { path, steps: at } of browserTests(graph, steps, changed)) add(path, at);
  return [...tests].map(([path, at]) => ({ path, steps: at })).sort((a, b) => a.steps - b.steps || a.path.localeCompare(b.path));
}

export const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path);
export const isBrowserTest = (path: string) => path.endsWith('.e2e.ts');
/** Through what puts the product together, or sets up a test, everything would be touched. */
const isEnd = (path: string) => isTest(path) || ['app', 'app/entities'].includes(dirname(path)) || path.startsWith('test/');

/** Types vanish before a test runs: the type check has them. */
function importersIn(graph: Graph): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of graph.values()) {
    for (const { target, own, typeOnly } of imports) if (own && !typeOnly) importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  return importers;
}

/** Everything that imports these files, and in how many steps. */
function stepsFrom(importers: Map<string, string[]>, changed: readonly string[]): Map<string, number> {
  const steps = new Map(changed.map((path) => [path, 0]));
  const left = [...changed];
  const ends = new Set(changed.filter(isEnd));
  for (let path = left.shift(); path !== undefined; path = left.shift()) {
    if (isEnd(path) && !ends.has(path)) continue;
    for (const importer of importers.get(path) ?? []) {
      // A change of what sets up tests goes on to what is built on it.
      if (ends.has(path) && isEnd(importer)) ends.add(importer);
      if (steps.has(importer)) continue;
      steps.set(importer, (steps.get(path) ?? 0) + 1);
      left.push(importer);
    }
  }
  return steps;
}

/** No import leads from a browser test to a page: it opens the page's address, or lies in the folder of the page or of what changed. */
function browserTests(graph: Graph, steps: Map<string, number>, changed: readonly string[]): Touched[] {
  const sources = changed.filter((path) => !isEnd(path) && placeOf(path) !== undefined);
  const pages = pagesOf(graph).flatMap(({ file, address }) => {
    const at = steps.get(file);
    return at === undefined ? [] : [{ at, file, opens: opened(address) }];
  });
  return [...graph.values()].flatMap(({ path, text }) => {
    if (!isBrowserTest(path)) return [];
    const isNear = (file: string) => `${dirname(file)}/`.startsWith(`${dirname(path)}/`);
    const beside = sources.filter((source) => placeOf(source) === placeOf(path)).map((source) => (isNear(source) ? 1 : 2));
    const found = pages.flatMap(({ at, file, opens }) => (isNear(file) ? [at] : opens?.test(text) ? [at + 1] : []));
    const all = [...beside, ...found];
    return all.length > 0 ? [{ path, steps: Math.min(...all) }] : [];
  });
}

/** Each page of app/routes.ts with its address; the children of a page are below its own. */
export function pagesOf(graph: Graph): { file: string; address: string }[] {
  const text = graph.get('app/routes.ts')?.text ?? '';
  const pages: { file: string; address: string }[] = [];
  const above: string[] = [];
  for (const [, kind, first = '', second, opens] of text.matchAll(/\b(route|layout|index)\('([^']+)'(?:, '([^']+)')?|(\[)|\]/g)) {
    if (kind === undefined) {
      if (opens) above.push(pages.at(-1)?.address ?? '');
      else above.pop();
      continue;
    }
    const own = kind === 'route' ? `/${first}` : '';
    pages.push({ file: `app/${second ?? first}`, address: (above.at(-1) ?? '').replace(/^\/$/, '') + own });
  }
  return pages;
}

/** How a test writes the address, with anything in place of a parameter. The frame around all pages has none. */
function opened(address: string): RegExp | undefined {
  if (address === '' || address === '/*') return undefined;
  return new RegExp(`['"\`]${address.replaceAll(/:\w+/g, '[^/?\'"`]+')}(?:[?'"\`])`);
}

/** The longest entry of the order of folders that the file lies in. */
const placeOf = (path: string) =>
  order.filter((place) => path.startsWith(`${place}/`) && place !== 'app').sort((a, b) => b.length - a.length)[0];
