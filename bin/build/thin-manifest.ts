import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Route = { imports?: readonly string[]; [fact: string]: unknown };
type Manifest = { routes: Record<string, Route> };

/**
 * The browser's list of pages comes with every first page, and two thirds of it say what other pages import. That is needed when their
 * scripts are fetched ahead, while the browser is idle: so it becomes a module of its own, `imports-HASH.js` beside `manifest-HASH.js`.
 */
export async function thinManifest(assets: string): Promise<void> {
  const names = (await readdir(assets)).filter((name) => /^manifest-\w+\.js$/.test(name));
  const [name] = names;
  if (!name || names.length > 1) throw new Error(`The list of pages is not one file: ${names.join(', ') || 'none'}.`);
  const text = await readFile(join(assets, name), 'utf8');
  const [, before = '', json = '', after = ''] = /^(window\.\w+=)(\{.*\})(;?)$/s.exec(text) ?? [];
  const { thin, imports } = dividedManifest(JSON.parse(json));
  await writeFile(join(assets, name), before + JSON.stringify(thin) + after);
  await writeFile(join(assets, name.replace(/^manifest/, 'imports')), `export default ${JSON.stringify(imports)};`);
}

/** The list without what is false or empty, and what each of its pages imports. */
export function dividedManifest<List extends Manifest>(list: List): { thin: Manifest; imports: Record<string, readonly string[]> } {
  const routes = Object.entries(list.routes);
  return {
    thin: { ...list, routes: Object.fromEntries(routes.map(([id, { imports: _, ...route }]) => [id, withoutNothing(route)])) },
    imports: Object.fromEntries(routes.flatMap(([id, { imports = [] }]) => (imports.length > 0 ? [[id, imports]] : []))),
  };
}

const withoutNothing = (route: Route): Route =>
  Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0)));
