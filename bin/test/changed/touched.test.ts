import { expect, test } from 'vitest';
import { graphOf, readGraph } from '../../../test/boundaries/graph.ts';
import { root } from '../../stop.mjs';
import { pagesOf, touchedBy } from './touched.ts';

const graph = graphOf({
  'app/nouns/orders/rules.ts': '',
  'app/nouns/orders/rules.test.ts': `import { may } from './rules.ts';`,
  'app/nouns/orders/hold.ts': `import { may } from './rules.ts';`,
  'app/nouns/orders/api.ts': `import { hold } from './hold.ts';`,
  'app/nouns/orders/hold.test.ts': `import { hold } from './hold.ts';\nimport { shop } from '../../../test/build.ts';`,
  'app/nouns/orders/detail-page.tsx': `import { hold } from './hold.ts';`,
  'app/nouns/orders/orders.e2e.ts': `await visit('/orders');`,
  'app/nouns/links/links.test.ts': `import type { May } from '../orders/rules.ts';\nimport { shop } from '../../../test/build.ts';`,
  'app/nouns/links/links.e2e.ts': `await visit('/products/7?tab=links');`,
  'app/screens/home/home.e2e.ts': 'await visit(`/orders/7`);',
  'app/nouns/orders/noun.ts': `import { hold } from './hold.ts';`,
  'app/nouns/orders/many.test.ts': `import { allNouns } from '../../entities/all.ts';`,
  'app/entities/all.ts': `import { ordersNoun } from '../nouns/orders/noun.ts';`,
  'app/screens/search/search.test.ts': `import { allNouns } from '../../entities/all.ts';`,
  'app/api.ts': `import { ordersApi } from './nouns/orders/api.ts';`,
  'app/web.ts': `import { apis } from './api.ts';`,
  'app/routes.ts': `export default [layout('shell/layout.tsx', [route('orders/:id', 'nouns/orders/detail-page.tsx')])];`,
  'test/build.ts': `import { apis } from '../app/api.ts';\nimport { hold } from '../app/nouns/orders/hold.ts';`,
  'test/words.test.ts': '',
  'test/roles.test.ts': '',
  'test/database.test.ts': '',
});

const touched = (...changed: string[]) => touchedBy(graph, changed).map(({ path }) => path);

test('what lies beside it or imports it comes first, and no test that sees only its types, or everything', () => {
  expect(touched('app/nouns/orders/rules.ts')).toEqual([
    'test/words.test.ts',
    'app/nouns/orders/hold.test.ts',
    'app/nouns/orders/many.test.ts',
    'app/nouns/orders/orders.e2e.ts',
    'app/nouns/orders/rules.test.ts',
    'app/screens/home/home.e2e.ts',
  ]);
});

test('what sets up tests touches all that are built on it, and a test touches itself', () => {
  expect(touched('test/build.ts')).toEqual(['test/words.test.ts', 'app/nouns/links/links.test.ts', 'app/nouns/orders/hold.test.ts']);
  expect(touched('app/nouns/links/links.test.ts')).toEqual(['app/nouns/links/links.test.ts', 'test/words.test.ts']);
});

test('the tests of all calls look at a changed call, and those of all tables at a changed table', () => {
  expect(touched('app/nouns/orders/api.ts')).toContain('test/roles.test.ts');
  expect(touched('db/migrations/0100-more.sql')).toEqual(['test/database.test.ts', 'test/words.test.ts']);
});

test('a file that is gone, or that nobody imports, touches only what reads every source', () => {
  expect(touched('docs/words.md', 'app/nouns/gone.ts')).toEqual(['test/words.test.ts']);
});

test('every page of the product has its address, those of a connection below its own', async () => {
  const pages = pagesOf(await readGraph(root));
  const addressOf = (file: string) => pages.find((page) => page.file === file)?.address;
  expect(addressOf('app/nouns/orders/detail-page.tsx')).toBe('/orders/:id');
  expect(addressOf('app/nouns/links/list-page.tsx')).toBe('/settings/connectors/:name/products');
  expect(addressOf('app/people/accounts/pages/sign-in-page.tsx')).toBe('/sign-in');
});

test('a change of a page is looked at in the browser test of its noun first', async () => {
  const tests = touchedBy(await readGraph(root), ['app/nouns/departments/list-page.tsx']);
  expect(tests.find(({ path }) => path.endsWith('.e2e.ts'))?.path).toBe('app/nouns/departments/departments.e2e.ts');
});
