import { expect, test } from 'vitest';
import {
  firstSheetAtRoot,
  otherStyles,
  sharedByHome,
  sharedByList,
  sharedByOneList,
  sharedByOtherLists,
  sharedOf,
  shellOf,
} from './first-pages.ts';

const imports: Record<string, string[]> = {
  '/app/root.tsx': ['/app/theme/base.css'],
  '/app/nouns/orders/list/list-page.tsx?route': ['/app/ui/table.tsx'],
  '/app/nouns/orders/detail-page.tsx': ['/app/ui/table.tsx', '/app/ui/path.tsx'],
  '/app/screens/dashboard/home-page.tsx?route': ['/app/ui/chart.tsx', '/app/ui/picture.tsx'],
  '/app/nouns/products/list-page.tsx?route': ['/app/ui/picture.tsx', '/app/ui/stock.ts', '/app/ui/export.ts'],
  '/app/nouns/products/detail-page.tsx?route': ['/app/ui/stock.ts'],
  '/app/nouns/purchase-orders/list/list-page.tsx?route': ['/app/ui/export.ts', '/app/ui/receipt.ts'],
  '/app/nouns/purchase-orders/detail/detail-page.tsx?route': ['/app/ui/receipt.ts'],
  '/app/ui/picture.tsx': ['/app/ui/picture.module.css'],
  '/app/ui/table.tsx': ['/app/ui/table.module.css', '/app/ui/path.ts'],
  '/app/ui/path.ts': ['/app/ui/table.tsx'],
  '/app/ui/path.tsx': ['/app/ui/path.module.css'],
};
const modules = {
  getModuleInfo: (id: string) => ({ importers: Object.keys(imports).filter((importer) => imports[importer]?.includes(id)) }) as never,
};
const fileOf = (id: string) => otherStyles(id, modules) ?? shellOf(id, modules);

test('the first sheet has what the first pages import, and the second the rest', () => {
  const sheets = ['theme/base', 'ui/table.module', 'ui/picture.module', 'ui/path.module', 'ui/fetched-later'];
  expect(sheets.map((name) => fileOf(`/app/${name}.css`))).toEqual(['shell', 'shell', 'shell', 'styles', 'styles']);
});

test('what the first pages do without is shared in a file of its own', () => {
  expect(['/app/ui/table.tsx', '/app/ui/path.ts', '/app/ui/path.tsx'].map((id) => sharedOf(id, modules))).toEqual([
    'shared',
    'shared',
    'common',
  ]);
  expect(['/app/root.tsx', '/app/ui/table.tsx'].map(fileOf)).toEqual(['shell', null]);
});

test('what the list of orders shares is in one file, and what Home shares and it does without in another', () => {
  const list = ['/app/ui/table.tsx', '/app/ui/path.ts', '/app/ui/path.tsx', '/app/ui/chart.tsx'].map((id) => sharedByList(id, modules));
  expect(list).toEqual(['shared', 'shared', null, null]);
  const ofHome = ['/app/ui/chart.tsx', '/app/ui/picture.tsx', '/app/ui/path.tsx'].map((id) => sharedByHome(id, modules));
  expect(ofHome).toEqual(['home', 'pages', null]);
});

test('neither the lists of items nor that of purchase orders load what only the other one needs', () => {
  const names = ['stock', 'export', 'receipt', 'fetched-later'].map((name) => `/app/ui/${name}.ts`);
  expect(names.map((id) => sharedByOtherLists(id, modules) ?? sharedByOneList(id, modules))).toEqual(['items', 'lists', 'purchases', null]);
});

test('the first sheet is the root’s, and no other script names it', () => {
  const chunk = (name: string, facadeModuleId: string | null, sheets: string[]) => ({
    ...{ type: 'chunk', name, facadeModuleId, viteMetadata: { importedCss: new Set(sheets) } },
  });
  const [root, shell, styles] = [
    chunk('root', '/app/root.tsx?route', []),
    chunk('shell', null, ['a.css']),
    chunk('styles', null, ['b.css']),
  ];
  const move = firstSheetAtRoot().generateBundle as (options: unknown, bundle: object) => void;
  move({}, { root, shell, styles });
  expect([root, shell, styles].map(({ viteMetadata }) => [...viteMetadata.importedCss])).toEqual([['a.css'], [], ['b.css']]);
  expect(() => move({}, { styles })).toThrow('not found');
});
