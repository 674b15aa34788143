import { expect, test } from 'vitest';
import { firstSheetAtRoot, otherStyles, sharedByHome, sharedByList, sharedOf, shellOf } from './first-pages.ts';

const imports: Record<string, string[]> = {
  '/app/root.tsx': ['/app/theme/base.css'],
  '/app/nouns/orders/list/list-page.tsx?route': ['/app/ui/table.tsx'],
  '/app/nouns/orders/detail-page.tsx': ['/app/ui/table.tsx', '/app/ui/path.tsx'],
  '/app/screens/dashboard/home-page.tsx?route': ['/app/ui/chart.tsx'],
  '/app/ui/table.tsx': ['/app/ui/table.module.css', '/app/ui/path.ts'],
  '/app/ui/path.ts': ['/app/ui/table.tsx'],
  '/app/ui/path.tsx': ['/app/ui/path.module.css'],
};
const modules = {
  getModuleInfo: (id: string) => ({ importers: Object.keys(imports).filter((importer) => imports[importer]?.includes(id)) }) as never,
};
const fileOf = (id: string) => otherStyles(id, modules) ?? shellOf(id, modules);

test('the first sheet has what the first pages import, and the second the rest', () => {
  const sheets = ['/app/theme/base.css', '/app/ui/table.module.css', '/app/ui/path.module.css', '/app/ui/fetched-later.css'];
  expect(sheets.map(fileOf)).toEqual(['shell', 'shell', 'styles', 'styles']);
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
  expect(['/app/ui/chart.tsx', '/app/ui/path.tsx'].map((id) => sharedByHome(id, modules))).toEqual(['home', null]);
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
