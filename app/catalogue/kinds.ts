/** What the catalogue keeps: what is sold, and what it is made of or packed in. As addresses, calls and sentences name them. Browser-safe. */
export const kinds = {
  products: { title: 'Products', one: 'product', many: 'products', path: '/products' },
  raw_materials: { title: 'Raw materials', one: 'raw material', many: 'raw materials', path: '/raw-materials' },
} as const;

/** Also the table that it is kept in. */
export type Kind = keyof typeof kinds;

export const itemAddress = (kind: Kind, id: number) => `${kinds[kind].path}/${id}`;

/** `/products/7`: an id that no record has is none, rather than an error of the database. */
export const idIn = (said: string | undefined): number | undefined => (/^[1-9]\d{0,14}$/.test(said ?? '') ? Number(said) : undefined);
