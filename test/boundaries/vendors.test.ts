import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectors } from '../../connectors/index.ts';

const root = join(import.meta.dirname, '../..');
const filesBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));

/** What the product is made of; the demo is the one who knows which systems it plays. */
const sources = filesBelow('app').filter(
  (path) => /\.tsx?$/.test(path) && !/\.(test|e2e)\.tsx?$/.test(path) && !path.startsWith('app/screens/demo/'),
);

/** The specification names the warehouse's own locations so, whichever system the warehouse is. */
const pathOfTheSpecification = "'GET /api/connectors/amware/warehouse-locations'";

test('nothing in the product knows a vendor: a new connector adds nothing there', () => {
  const names = connectors.flatMap(({ name }) => [`'${name}'`, `"${name}"`, `\`${name}\``, `connectors/${name.replaceAll('_', '-')}/`]);
  const known = sources.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8').replace(pathOfTheSpecification, '');
    return names.filter((name) => text.includes(name)).map((name) => `${path}: ${name}`);
  });
  expect(sources.length).toBeGreaterThan(300);
  expect(known).toEqual([]);
});

test('a connector is one folder, and one line in the list', () => {
  const index = readFileSync(join(root, 'connectors/index.ts'), 'utf8');
  const listed = [...index.matchAll(/^import \{ \w+ \} from '\.\/([\w-]+)\/connector\.ts';$/gm)].map(([, folder]) => folder);
  const folders = readdirSync(join(root, 'connectors'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(root, 'connectors', entry.name)).includes('connector.ts'))
    .map(({ name }) => name);
  expect(listed.toSorted()).toEqual(folders.toSorted());
  expect(connectors).toHaveLength(folders.length);
  expect(new Set(connectors.map(({ name }) => name)).size).toBe(folders.length);
});
