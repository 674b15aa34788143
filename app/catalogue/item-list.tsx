import type { Filter, List } from '../ui/list/declaration.ts';
import { OnCard } from '../ui/list/on-card.tsx';
import { ItemPicture } from '../ui/picture/item-picture.tsx';
import type { FoundItem } from './contract.ts';
import classes from './item-list.module.css';
import { itemAddress, type Kind, kinds } from './kinds.ts';

/** The catalogue's list: name, SKU, location and stock. */
export function itemList(kind: Kind): List<FoundItem> {
  return {
    noun: kinds[kind],
    rowKey: ({ id }) => id,
    rowHref: ({ id }) => itemAddress(kind, id),
    rowName: ({ sku }) => sku,
    filters: [search],
    columns: [
      {
        key: 'image',
        title: 'Image',
        width: 64,
        card: 'badge',
        cell: ({ image_url, name, sku }) => <ItemPicture address={image_url} name={name || sku} />,
      },
      { key: 'name', title: 'Name', card: 'title', cell: ({ name }) => name || '–' },
      { key: 'sku', title: 'SKU', width: 220, card: 'text', cell: ({ sku }) => <span className="mono">{sku}</span> },
      { key: 'warehouse_location', title: 'Location', width: 140, hideBelow: 'md', cell: (item) => item.warehouse_location ?? '–' },
      {
        key: 'on_hand',
        title: 'On Hand',
        width: 104,
        align: 'right',
        hideBelow: 'md',
        cell: (item) => <Units of={item.quantity_on_hand} />,
      },
      {
        key: 'on_hold',
        title: 'On Hold',
        width: 104,
        align: 'right',
        hideBelow: 'md',
        cell: (item) => <Units of={item.quantity_on_hold} />,
      },
      {
        key: 'available',
        title: 'Available in Stock',
        width: 150,
        align: 'right',
        card: 'figure',
        cell: (item) => (
          <>
            <Units of={item.quantity_on_hand - item.quantity_on_hold} />
            <OnCard> available</OnCard>
          </>
        ),
      },
    ],
  };
}

const search: Filter = { kind: 'search', key: 'search', label: 'Search by name, SKU or UPC', placeholder: 'Name, SKU or UPC' };

/** A zero is faint, so that rows with stock stand out. */
const Units = ({ of: units }: { of: number }) => (
  <span className={units === 0 ? classes.none : undefined}>{units.toLocaleString('en-US')}</span>
);
