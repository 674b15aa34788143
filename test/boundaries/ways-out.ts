import { posix } from 'node:path';
import type { Graph, Source } from './graph.ts';

/** The one file that sends requests to other systems. */
export const wayOut = 'connectors/http/transport.ts';

/** What the web process runs: its calls, and the pages that app/routes.ts names by their files. */
export function isWeb(graph: Graph): (source: Source) => boolean {
  const routes = graph.get('app/routes.ts')?.text ?? '';
  const pages = [...routes.matchAll(/'([\w/.-]+\.tsx?)'/g)].map(([, file = '']) => posix.join('app', file));
  const entries = new Set(['app/web.ts', 'app/root.tsx', ...pages]);
  return ({ path }) => entries.has(path);
}

/** The browser calls us; the demo's page calls the shop that it plays. */
const fetching = ['platform/call.ts', 'app/screens/demo/sandbox-control.ts'];
const sends = /\brequest\b[^;]*from 'node:http'|from '(?:node:(?:https|http2|tls)|undici|axios)'/;

export const otherWaysOut = (graph: Graph): string[] =>
  [...graph.values()]
    .filter(({ path }) => /^(app|connectors|platform)\//.test(path) && !/\.(test|e2e)\.tsx?$/.test(path) && path !== wayOut)
    .filter(({ path, text }) => sends.test(text) || (/\bfetch\(/.test(text) && !fetching.includes(path)))
    .map(({ path }) => `${path} sends requests of its own`);
