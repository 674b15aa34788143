import type { Hits } from '../../../shared/noun/search.ts';
import { type FoundItem, foundItem } from '../../catalogue/contract.ts';

const availableOf = ({ quantity_on_hand, quantity_on_hold }: FoundItem) => quantity_on_hand - quantity_on_hold;

/** Of products and of raw materials. */
export const itemHits: Hits<FoundItem> = {
  may: 'work',
  hit: foundItem,
  offered: 4,
  best: 'first',
  line: (item) => ({ number: item.sku, name: item.name, note: `${availableOf(item).toLocaleString('en-US')} available` }),
  columns: [
    {
      ...{ key: 'image_url', title: 'Image', width: 64, card: 'badge' },
      value: ({ image_url, name, sku }) => ({ picture: image_url, name: name || sku }),
    },
    { key: 'name', title: 'Name', card: 'title', value: ({ name }) => name },
    { key: 'sku', title: 'SKU', width: 240, card: 'text', value: ({ sku }) => ({ number: sku }) },
    {
      ...{ key: 'available', title: 'Available in Stock', width: 160, align: 'right', card: 'figure' },
      value: (item) => ({ count: availableOf(item), unit: 'available in stock' }),
    },
  ],
};
