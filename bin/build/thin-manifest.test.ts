import { expect, test } from 'vitest';
import { dividedManifest } from './thin-manifest.ts';

test('what pages import leaves their list, and what is false or empty', () => {
  const entry = { module: '/entry.js', imports: ['/shell.js'] };
  const root = { id: 'root', path: '', hasLoader: false, module: '/root.js', imports: ['/shell.js'], css: ['/style.css'] };
  const orders = { id: 'orders', parentId: 'root', hasLoader: true, module: '/orders.js', imports: ['/table.js'], css: [] };
  const counts = { id: 'counts', parentId: 'root', hasLoader: true, module: '/counts.js', imports: [] };
  expect(dividedManifest({ entry, routes: { root, orders, counts } })).toEqual({
    thin: {
      entry,
      routes: {
        root: { id: 'root', path: '', module: '/root.js', css: ['/style.css'] },
        orders: { id: 'orders', parentId: 'root', hasLoader: true, module: '/orders.js' },
        counts: { id: 'counts', parentId: 'root', hasLoader: true, module: '/counts.js' },
      },
    },
    imports: { root: ['/shell.js'], orders: ['/table.js'] },
  });
});
