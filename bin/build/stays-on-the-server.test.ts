import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, parseAst } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../stop.mjs';
import { staysOnTheServer, withoutServerParts } from './stays-on-the-server.ts';

const inTheBrowser = (code: string) => withoutServerParts(code, parseAst(code, { lang: 'ts' }));

test('an endpoint is its method and path, and may be left out where nothing calls it', () => {
  const code = `export const listCall = endpoint('GET /api/orders', { may: 'work', query: filter, replies: { 200: rows } });`;
  expect(inTheBrowser(code)).toBe(`export const listCall = /* @__PURE__ */ endpoint('GET /api/orders');`);
});

test('an address that is put together stays as it is written', () => {
  const code = 'const change = endpoint(addressOf(path), { may, body });';
  expect(inTheBrowser(code)).toBe('const change = /* @__PURE__ */ endpoint(addressOf(path));');
});

test('an issue type has no sentences and no headline, and what words them is not imported', () => {
  const code = `import { wordReason } from './reasons.ts';
export const ours = { gone: { label: 'Gone', headline: { count: 'causes' }, sentences: { gone: ({ reason }) => wordReason(reason) } } } satisfies IssueTypes;`;
  expect(inTheBrowser(code).trim()).toBe("export const ours = { gone: { label: 'Gone',   } } satisfies IssueTypes;");
});

test('every endpoint has the method and the path in the browser that it has on the server', async () => {
  const files: string[] = [];
  // What is called with a key is called by no page, and lies beside what serves it.
  for await (const file of glob('app/**/*.ts', { cwd: root }))
    if (
      !/\.(test|e2e)\.ts$/.test(file) &&
      !file.startsWith('app/screens/v1/') &&
      (await readFile(join(root, file), 'utf8')).includes('endpoint(')
    )
      files.push(file);
  const inBrowser = await builtForTheBrowser(files);
  const onServer = Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, addresses(await import(join(root, file)))] as const)),
  );
  expect(Object.values(onServer).flat().length).toBeGreaterThan(200);
  expect(inBrowser).toEqual(onServer);
});

/** The endpoints of modules, as the browser has them. */
async function builtForTheBrowser(files: string[]): Promise<Record<string, string[]>> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(join(cache, 'endpoints-'));
  onTestFinished(() => rm(outDir, { recursive: true }));
  const entry = join(outDir, 'all.ts');
  await writeFile(entry, files.map((file, at) => `export * as m${at} from ${JSON.stringify(join(root, file))};`).join('\n'));
  const lib = { entry, formats: ['es' as const], fileName: 'built' };
  const plugins = [staysOnTheServer()];
  await build({ root, configFile: false, logLevel: 'error', plugins, build: { outDir, emptyOutDir: false, lib, minify: false } });
  const modules = await import(join(outDir, 'built.js'));
  return Object.fromEntries(files.map((file, at) => [file, addresses(modules[`m${at}`])]));
}

/** Method and path of the endpoints among what a module exports, also of those that stand together in one object. */
function addresses(exported: object): string[] {
  return Object.entries(exported)
    .flatMap(([name, value]) => {
      if (typeof value !== 'object' || value === null) return [];
      if ('path' in value) return `${name}: ${'method' in value ? value.method : 'none'} ${value.path}`;
      return Object.values(value).some((each) => typeof each === 'object' && each !== null && 'path' in each) ? addresses(value) : [];
    })
    .sort();
}

test('a schema is nothing, with all that its chain holds', () => {
  const code = `import { z } from 'zod';\nconst row = z.object({ id: z.number(), note: text(80).optional() }).strict();\nconst all = row.pick({ id: true });`;
  expect(inTheBrowser(code)).toBe(`import { z } from 'zod';\nconst row = z;\nconst all = row.pick({ id: true });`);
});

test('what only schemas needed is not imported, and the rest is as it was', () => {
  const code = [
    `import './styles.css';`,
    `import { z } from 'zod';`,
    `import { states } from './states.ts';`,
    `import { label } from './label.ts';`,
    `export type State = z.output<typeof state>;`,
    `const state = z.enum(states);`,
    `export const title = (at: State) => label(at).size(z2.size);`,
  ].join('\n');
  expect(inTheBrowser(code).split('\n')).toEqual([
    `import './styles.css';`,
    `import { z } from 'zod';`,
    '',
    `import { label } from './label.ts';`,
    `export type State = z.output<typeof state>;`,
    'const state = z;',
    `export const title = (at: State) => label(at).size(z2.size);`,
  ]);
});
