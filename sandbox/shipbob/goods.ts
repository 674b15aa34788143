import { z } from 'zod';
import type { Collection, Kept } from '../kit/collection.ts';

export const buildings = [
  { id: 10, name: 'Moreno Valley (CA)', abbreviation: 'ONT1' },
  { id: 12, name: 'Bethlehem (PA)', abbreviation: 'ABE1' },
];

export const newProduct = z.object({
  ...{ sku: z.string().min(1), name: z.string(), upc: z.string().nullable().default(null), isBundle: z.boolean().default(false) },
  /** What lies on the shelves of the first building. */
  lots: z
    .array(z.object({ lot: z.string().nullable(), expires: z.string().nullable().default(null), units: z.number().int() }))
    .default([]),
});
export type NewProduct = z.input<typeof newProduct>;

/** A row of one building and lot. */
export type Shelf = { building: number; lot: string | null; expires: string | null; onHand: number; committed: number };
/** Its number is that of its inventory. */
export type Product = { sku: string; name: string; upc: string | null; isBundle: boolean; shelves: Shelf[] };
export type Taken = { inventory: number; building: number; lot: string | null; expires: string | null; quantity: number };

export type Goods = {
  products: Collection<Product>;
  bySku: (sku: string) => Kept<Product> | undefined;
  add: (product: NewProduct) => Kept<Product>;
  /** Units of one SKU, from as many lots as it takes; null where a building does not have them. */
  commit: (product: Kept<Product>, quantity: number, building: number) => Taken[] | null;
  release: (taken: readonly Taken[]) => void;
  send: (taken: readonly Taken[]) => void;
  put: (inventory: number, shelf: Omit<Shelf, 'committed' | 'onHand'>, units: number) => void;
};

type Each = (taken: readonly Taken[], change: (shelf: Shelf, quantity: number) => void) => void;

export function openGoods(products: Collection<Product>): Goods {
  const each: Each = (taken, change) => {
    for (const { inventory, quantity, ...place } of taken) {
      const product = products.get(inventory);
      if (!product) continue;
      const shelves = product.shelves.map((shelf) => ({ ...shelf }));
      const shelf = shelves.find(({ building, lot }) => building === place.building && lot === place.lot);
      if (shelf) change(shelf, quantity);
      products.patch(product, { shelves });
    }
  };
  return {
    ...{ products, bySku: (sku) => products.find((product) => product.sku === sku) },
    add(entered) {
      const { lots, ...product } = newProduct.parse(entered);
      const shelves = lots.map(({ lot, expires, units }) => ({ building: 10, lot, expires, onHand: units, committed: 0 }));
      return products.add({ ...product, shelves });
    },
    ...committing(each),
    put(inventory, place, units) {
      const product = products.get(inventory);
      if (!product) return;
      const isHere = ({ building, lot }: Shelf) => building === place.building && lot === place.lot;
      const shelves = product.shelves.some(isHere)
        ? product.shelves.map((shelf) => (isHere(shelf) ? { ...shelf, onHand: shelf.onHand + units } : shelf))
        : [...product.shelves, { ...place, onHand: units, committed: 0 }];
      products.patch(product, { shelves });
    },
  };
}

const committing = (each: Each): Pick<Goods, 'commit' | 'release' | 'send'> => ({
  commit(product, quantity, building) {
    const taken: Taken[] = [];
    let rest = quantity;
    for (const { onHand, committed, ...shelf } of product.shelves.filter((row) => row.building === building)) {
      const units = Math.min(rest, onHand - committed);
      if (units > 0) taken.push({ inventory: product.id, ...shelf, quantity: units });
      rest -= Math.max(0, units);
    }
    if (rest > 0) return null;
    each(taken, (shelf, units) => Object.assign(shelf, { committed: shelf.committed + units }));
    return taken;
  },
  release: (taken) => each(taken, (shelf, units) => Object.assign(shelf, { committed: shelf.committed - units })),
  send: (taken) =>
    each(taken, (shelf, units) => Object.assign(shelf, { committed: shelf.committed - units, onHand: shelf.onHand - units })),
});
