import { linksEntity } from '../../../nouns/links/import/entity.ts';
import { itemsEntity } from '../../../nouns/products/import/entity.ts';
import { purchaseOrdersEntity } from '../../../nouns/purchase-orders/import/entity.ts';
import type { ImportEntity } from '../../../shared/imports/entity.ts';

/** What files are imported for, by the id that the specification's calls give it; from 3 on, our own. */
export const entities: Readonly<Record<number, ImportEntity>> = {
  1: itemsEntity('raw_materials'),
  2: itemsEntity('products'),
  3: purchaseOrdersEntity,
  4: linksEntity,
};

/** @throws TypeError for a name that no import can have */
export function entityNamed(name: string): ImportEntity {
  const entity = Object.values(entities).find((each) => each.name === name);
  if (!entity) throw new TypeError(`Nothing is imported as ${name}.`);
  return entity;
}
