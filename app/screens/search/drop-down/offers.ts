import { href } from 'react-router';
import type { FoundItem } from '../../../nouns/catalogue/contract.ts';
import { itemAddress } from '../../../nouns/catalogue/kinds.ts';
import type { FoundPurchaseOrder } from '../../../nouns/purchase-flow/contract/purchase-orders.ts';
import type { FoundInAll, FoundOrder } from '../contract.ts';
import { type EntityType, entities, entityTypes, searchAddress, writeFound } from '../entity.ts';

/** One line of the search box's drop-down, and where it leads. */
export type Offer = { key: string; to: string } & (
  | { what: 'order'; order: FoundOrder }
  | { what: 'purchase_order'; order: FoundPurchaseOrder }
  | { what: 'item'; item: FoundItem }
  | { what: 'all'; label: string }
);
export type OfferGroup = { type: EntityType; title: string; count: string; offers: Offer[] };

/** What was found for these words, grouped by kind; kinds without a hit are left out. */
export function offerGroups(words: string, found: FoundInAll): OfferGroup[] {
  return entityTypes.flatMap((type) => {
    const { count, first } = found[type];
    if (count === 0) return [];
    const written = writeFound(found[type]);
    const all: Offer = { key: `all-${type}`, what: 'all', label: `All ${written} ${entities[type].many}`, to: searchAddress(type, words) };
    const offers = offersOf(type, found);
    return [{ type, title: entities[type].title, count: written, offers: count > first.length ? [...offers, all] : offers }];
  });
}

function offersOf(type: EntityType, found: FoundInAll): Offer[] {
  if (type === 'orders')
    return found.orders.first.map((order) => ({
      ...{ key: `orders-${order.id}`, what: 'order', order },
      to: href('/orders/:id', { id: String(order.id) }),
    }));
  if (type === 'purchase_orders')
    return found.purchase_orders.first.map((order) => ({
      ...{ key: `purchase_orders-${order.id}`, what: 'purchase_order', order },
      to: href('/purchase-orders/:id', { id: String(order.id) }),
    }));
  return found[type].first.map((item) => ({ key: `${type}-${item.id}`, what: 'item', item, to: itemAddress(type, item.id) }));
}
