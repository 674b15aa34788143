import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Graph, readGraph } from './boundaries/graph.ts';
import { order } from './boundaries/order.ts';

const root = join(import.meta.dirname, '..');

test('every link of a document leads to a file that is there', async () => {
  const broken: string[] = [];
  for await (const path of glob('{README.md,docs/**/*.md}', { cwd: root })) {
    const links = (await readFile(join(root, path), 'utf8')).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g);
    for (const [, link = ''] of links) if (!existsSync(join(root, dirname(path), link))) broken.push(`${path}: ${link}`);
  }
  expect(broken).toEqual([]);
});

test('each claim of the page about security names its test, which is there and tests something', async () => {
  const text = await readFile(join(root, 'docs/security.md'), 'utf8');
  const claims = text
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.split('|').length === 5 && !/^\| (-|threat|requirement|what)/.test(line));
  const ofTests = claims.filter((line) => !isOther(line));
  expect(ofTests.length).toBeGreaterThan(100);
  const unproved: string[] = [];
  for (const line of ofTests) {
    const [, , , shown = ''] = line.split('|');
    const tests = [...shown.matchAll(/\]\((\S+?\.(?:test|e2e)\.tsx?)\)/g)].map(([, link = '']) => join(root, 'docs', link));
    const texts = await Promise.all(tests.map((path) => readFile(path, 'utf8').catch(() => '')));
    if (texts.length === 0 || !texts.every((content) => /\btest(\.\w+)*[<(]/.test(content))) unproved.push(line.slice(0, 60));
  }
  expect(unproved).toEqual([]);
});

/** Tables of figures and of what is logged, and requirements that a document meets: it is linked beside them. */
const isOther = (line: string) =>
  /^\| \d[\d,]+ \(seed/.test(line) ||
  / \| (log lines|table|the (account|order|connection)’?'?s|Activity)/.test(line) ||
  (/\| *\|$/.test(line) && line.includes(']('));

test('the table of folders is the order that imports are held to', async () => {
  const text = await readFile(join(root, 'docs/architecture.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (?:`([\w/]+\/)` )?\| (`[\w-]+`(?: `[\w-]+`)*) \|/gm)];
  const named = rows.flatMap(([, storey = '', folders = '']) => folders.split(' ').map((name) => storey + name.replaceAll('`', '')));
  expect(named.reverse()).toEqual(order);
});

test('each hop of a way through the code goes to a file that is there, along an import unless a star says otherwise', async () => {
  const graph = await readGraph(root);
  const text = await readFile(join(root, 'docs/architecture.md'), 'utf8');
  const hops = [...text.matchAll(/^\| (\d+)(\*?) \| `([^`]+)` \| `([^`]+)` \|/gm)];
  expect(hops.length).toBeGreaterThan(40);
  const named: string[] = [];
  const wrong = hops.flatMap(([, number, star, ...ends]) => {
    const [from, to] = ends.map((name) => fileNamed(graph, name ?? '', named));
    const imports = graph.get(from ?? '')?.imports.some(({ target }) => target === to) ?? false;
    return from && to && imports === (star === '') ? [] : [`${number}: ${ends.join(' → ')}`];
  });
  expect(wrong).toEqual([]);
});

test('the hops of each way are counted one by one, and no way is longer than it should be', async () => {
  const text = await readFile(join(root, 'docs/architecture.md'), 'utf8');
  const ways = text.split(/^## /m).map((section) => [...section.matchAll(/^\| (\d+)\*? \| `[^`]+` \| `([^`]+)` \|/gm)]);
  const [order = [], click = [], list = [], ...others] = ways.filter((hops) => hops.length > 0);
  for (const way of [order, click, list]) expect(way.map(([, number]) => Number(number))).toEqual(way.map((_, at) => at + 1));
  expect(order.findIndex(([, , to]) => to === 'outbox/queue.ts') + 1).toBeLessThanOrEqual(22);
  expect(click.length).toBeLessThanOrEqual(23);
  expect(list.length).toBeLessThanOrEqual(30);
  expect(others).toEqual([]);
});

test('every trigger of the schema is in the page about triggers, and no other', async () => {
  const [schema, page] = await Promise.all(['db/schema.sql', 'docs/tallies.md'].map((path) => readFile(join(root, path), 'utf8')));
  const there = [...(schema ?? '').matchAll(/^CREATE TRIGGER (\w+) .*? ON (\w+)/gm)].map(([, name, table]) => `${table}: ${name}`);
  const rows = [...(page ?? '').matchAll(/^\| `(\w+)` \| ((?:`\w+` ?)+)\|/gm)];
  const named = rows.flatMap(([, table, names = '']) => [...names.matchAll(/\w+/g)].map(([name]) => `${table}: ${name}`));
  expect(there.length).toBeGreaterThan(30);
  expect(named.sort()).toEqual(there.sort());
});

test('each decision has a number of its own, which its first line says', async () => {
  const numbers: number[] = [];
  for await (const path of glob('docs/decisions/*.md', { cwd: root })) {
    const number = Number(/(\d{4})-[^/]*$/.exec(path)?.[1]);
    expect(await readFile(join(root, path), 'utf8'), path).toMatch(new RegExp(`^# ${number}\\. `));
    numbers.push(number);
  }
  expect(numbers.length).toBe(new Set(numbers).size);
});

/** The file whose path ends like this; where there are several, the one that was named last. */
function fileNamed(graph: Graph, name: string, named: string[]): string | undefined {
  const fitting = [...graph.keys()].filter(
    (path) => (path === name || path.endsWith(`/${name}`)) && /^(app|platform|connectors)\//.test(path),
  );
  const found = fitting.length === 1 ? fitting[0] : named.findLast((path) => fitting.includes(path));
  if (found) named.push(found);
  return found;
}
