import { href } from 'react-router';

/** The kinds of catalogue items, with their names in addresses, calls and sentences. Browser-safe. */
export const kinds = {
  products: { title: 'Products', one: 'product', many: 'products', path: href('/products'), api: '/api/products' },
  raw_materials: {
    title: 'Raw materials',
    one: 'raw material',
    many: 'raw materials',
    path: href('/raw-materials'),
    api: '/api/raw_materials',
  },
} as const;

/** Also the name of the table. */
export type Kind = keyof typeof kinds;

export const itemAddress = (kind: Kind, id: number) => `${kinds[kind].path}/${id}`;
