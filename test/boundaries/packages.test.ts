import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readGraph } from './graph.ts';

const root = join(import.meta.dirname, '../..');
const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const listed = Object.keys({ ...dependencies, ...devDependencies });
const graph = await readGraph(root);

/** Packages that nothing imports, and why they are needed. */
const usedOtherwise: Record<string, string> = {
  node: 'the Node.js that the scripts run on',
  typescript: 'the type-check',
  '@react-router/node': 'asked for by @react-router/dev',
  '@aws-sdk/client-s3': 'asked for by flydrive where files are kept in S3',
  '@aws-sdk/s3-request-presigner': 'asked for by flydrive beside it',
};

/** What a build makes, or the test that needs it. */
const isMadeLater = (target: string) => target.startsWith('build/') || target === 'test/client/openapi.ts';

test('every file of ours that is imported exists, stylesheets and texts too, which the type-check takes on trust', () => {
  const imported = [...graph.values()].flatMap(({ path, imports }) =>
    imports.filter(({ own }) => own).map(({ target }) => ({ path, target })),
  );
  const missing = imported.filter(({ target }) => !isMadeLater(target) && !existsSync(join(root, target)));
  expect(missing.filter(({ path }) => !path.startsWith('test/boundaries/'))).toEqual([]);
});

test('every package that is imported is listed', () => {
  const imported = [...graph.values()].flatMap(({ imports }) => imports.filter(({ own }) => !own).map(({ target }) => target));
  expect([...new Set(imported)].filter((name) => !/^(node|virtual):/.test(name) && !listed.includes(name))).toEqual([]);
});

test('every package that is listed is used', async () => {
  const texts = [...graph.values()].filter(({ path }) => !path.startsWith('test/boundaries/')).map(({ text }) => text);
  for await (const path of glob('{*.ts,app/**/*.css}', { cwd: root })) texts.push(await readFile(join(root, path), 'utf8'));
  const everything = texts.join('\n');
  const used = (name: string) => usedOtherwise[name] || new RegExp(`['"]${name}['"/]`).test(everything);
  const typesOf = (name: string) => name.replace('@types/', '');
  expect(
    listed.filter((name) => !used(name) && !(name.startsWith('@types/') && (typesOf(name) === 'node' || used(typesOf(name))))),
  ).toEqual([]);
});
