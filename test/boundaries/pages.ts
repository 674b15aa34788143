import type { Graph, Source } from './graph.ts';

/** Pages load through `page(…)` of platform/http/page.ts, and change things through endpoints alone. */
export const loadersWithoutPermission = (graph: Graph): string[] =>
  ofPages(graph)
    .filter(({ text }) => unguarded.test(text))
    .map(({ path }) => `${path} exports a loader or an action that is not page(…)`);

const unguarded =
  /^export\s+(?:async\s+)?(?:function|const|let)\s+(?!loader = page\()(?:loader|action|clientLoader|clientAction)\b|^export\s*\{[^}]*\b(?:loader|action|clientLoader|clientAction)\b/m;

/** Texts that are the address of a page of app/routes.ts without having come from `href`, which checks the path and its parameters. A call may have the path of a page. */
export function untypedAddresses(graph: Graph): string[] {
  const paths = [...(graph.get('app/routes.ts')?.text ?? '').matchAll(/\broute\('([^'*]+)'/g)].map(([, path = '']) => path);
  const address = new RegExp(`(?<!href\\()['"\`]/(?:${paths.map(patternOf).join('|')})(?:\\?[^'"\`]*)?['"\`]`, 'g');
  return ofPages(graph).flatMap(({ path, text }) => [...withoutCalls(path, text).matchAll(address)].map(([found]) => `${path}: ${found}`));
}

const withoutCalls = (path: string, text: string) =>
  /\/contract(\/[\w-]+)?\.ts$/.test(path) ? text.replaceAll(/^ {2}path: '.*',$/gm, '') : text;

const patternOf = (path: string) => path.replaceAll(/:\w+/g, '[^/?\'"`]+');

const ofPages = (graph: Graph): Source[] =>
  [...graph.values()].filter(({ path }) => path.startsWith('app/') && path !== 'app/routes.ts' && !/\.(test|e2e)\.tsx?$/.test(path));
