/** The kinds of catalogue items, with their names in addresses, calls and sentences. Browser-safe. */
export const kinds = {
  products: { title: 'Products', one: 'product', many: 'products', path: '/products' },
  raw_materials: { title: 'Raw materials', one: 'raw material', many: 'raw materials', path: '/raw-materials' },
} as const;

/** Also the name of the table. */
export type Kind = keyof typeof kinds;

export const itemAddress = (kind: Kind, id: number) => `${kinds[kind].path}/${id}`;

/** The id in `/products/7`; undefined when it is not a valid id, which the database would reject. */
export const idIn = (said: string | undefined): number | undefined => (/^[1-9]\d{0,14}$/.test(said ?? '') ? Number(said) : undefined);
