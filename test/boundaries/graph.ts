import { glob, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { posix } from 'node:path';

/** `target` is a path from the project's folder for a file of ours, else a package's name; `typeOnly` vanishes at run time. */
export type Import = { target: string; own: boolean; typeOnly: boolean };
export type Source = { path: string; text: string; imports: Import[] };
/** Every source of the project, by its path from the project's folder. */
export type Graph = Map<string, Source>;

const folders = '{app,bench,bin,connectors,db,platform,sandbox,test}/**/*.{ts,tsx,mjs}';

export async function readGraph(root: string): Promise<Graph> {
  const files: Record<string, string> = {};
  for await (const name of glob(folders, { cwd: root })) {
    const path = name.replaceAll('\\', '/');
    files[path] = await readFile(`${root}/${path}`, 'utf8');
  }
  return graphOf(files);
}

/** These files and all of ours that they import, directly or through others, at once or when first needed. */
export function loadedBy(graph: Graph, starts: readonly string[]): string[] {
  const loaded = new Set(starts);
  for (const path of loaded)
    for (const { target, own, typeOnly } of graph.get(path)?.imports ?? []) if (own && !typeOnly) loaded.add(target);
  return [...loaded];
}

/** The same from texts, for graphs in tests. */
export function graphOf(files: Record<string, string>): Graph {
  return new Map(Object.entries(files).map(([path, text]) => [path, { path, text, imports: importsOf(path, text) }]));
}

const statement =
  /^[ \t]*(?:import|export)\s+(type\s)?[^'"();=]*?from\s*['"]([^'"]+)['"]|^[ \t]*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

function importsOf(path: string, text: string): Import[] {
  const found: Import[] = [];
  for (const [, type, from, bare, dynamic] of withoutComments(text).matchAll(statement)) {
    const name = from ?? bare ?? dynamic ?? '';
    // The framework generates these types from the list of routes; there is no file.
    if (name.includes('/+types/')) continue;
    const own = name.startsWith('.') || name.startsWith('/');
    const clean = name.replace(/\?.*$/, '');
    const target = own ? posix.normalize(name.startsWith('/') ? clean.slice(1) : posix.join(posix.dirname(path), clean)) : packageOf(name);
    found.push({ target, own, typeOnly: type !== undefined });
  }
  return found;
}

function packageOf(name: string): string {
  if (name.startsWith('node:') || builtinModules.includes(name)) return name.startsWith('node:') ? name : `node:${name}`;
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
