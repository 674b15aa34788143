import { z } from 'zod';
import { filled, whole } from '../kit/bodies.ts';
import type { Kept } from '../kit/collection.ts';
import { openShelves, type Shelf, type Taken } from '../kit/shelves.ts';
import type { Parts } from '../kit/stand-in.ts';

export const buildings = [
  { id: 10, name: 'Moreno Valley (CA)', abbreviation: 'ONT1', timezone: 'Pacific Standard Time' },
  { id: 12, name: 'Bethlehem (PA)', abbreviation: 'ABE1', timezone: 'Eastern Standard Time' },
];

const [orNull, orNot] = [z.string().nullable().default(null), z.boolean().default(false)];
const lot = z.object({ lot: z.string().nullable(), expires: orNull, units: whole });
/** `lots`: what lies on the shelves of the first building. `reference`: what an order has to call it by, where that is not its SKU. */
const fields = { sku: filled, reference: orNull, name: z.string(), upc: orNull, isBundle: orNot, lots: z.array(lot).default([]) };
export const newProduct = z.object(fields);
export type NewProduct = z.input<typeof newProduct>;
/** Its number is that of its inventory. */
export type Product = Omit<z.output<typeof newProduct>, 'lots'>;
export type Goods = ReturnType<typeof openGoods>;

export function openGoods({ collection }: Parts, held: () => Taken[]) {
  const products = collection<Product>('products', 8_588_331);
  const shelves = openShelves(collection<Shelf>('shelves'), held);
  return {
    ...{ products, ...shelves, bySku: (sku: string) => products.find((product) => product.sku === sku) },
    called: (name: string) => products.find(({ reference, sku }) => (reference ?? sku) === name),
    shelvesOf: (sku: string) => shelves.shelves.all().filter((shelf) => shelf.sku === sku),
    add(entered: NewProduct): Kept<Product> {
      const { lots, ...product } = newProduct.parse(entered);
      for (const { units, ...each } of lots) shelves.shelves.add({ sku: product.sku, building: 10, place: '', ...each, onHand: units });
      return products.add(product);
    },
  };
}
