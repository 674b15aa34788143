import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../stop.mjs';
import { licencesText, productionPackages } from './production.ts';

const packages = productionPackages();

test('production carries no tools to build, check or test with', () => {
  const tools =
    /^(vite|vitest|rolldown|rollup|esbuild|typescript|lightningcss|playwright.*|@(vitejs|vitest|rolldown|esbuild|typescript|biomejs|react-router\/dev)(\/.*)?)$/;
  expect(packages.filter(({ name }) => tools.test(name)).map(({ name }) => name)).toEqual([]);
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'pg', 'react-dom', 'graphile-worker']));
});

test('every package has a licence that lets anybody run and pass it on', () => {
  const free =
    /^\(?(MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|OFL-1\.1|Python-2\.0|Unlicense)( (OR|AND) |\)|$)/;
  expect(packages.filter(({ licence }) => !free.test(licence))).toEqual([]);
});

test('the list of licences is that of the lock file: npm run licences', () => {
  expect(readFileSync(join(root, 'docs/licences.md'), 'utf8')).toBe(licencesText(packages));
});
