import { OnCard } from '../../../ui/list/columns/on-card.tsx';
import type { List } from '../../../ui/list/declaration.ts';
import { ItemPicture } from '../../../ui/picture/item-picture.tsx';
import { RelativeTime } from '../../../ui/time/relative-time.tsx';
import type { ListedItem } from '../contract.ts';
import { itemAddress, type Kind, kinds } from '../kinds.ts';
import classes from './item-list.module.css';
import { outlookColumns, type ShownItem } from './outlook-columns.tsx';

/** The catalogue's list: what each item is, where it lies, and its stock. `tools` declares filters and bulk actions. */
export function itemList(kind: Kind, tools: Pick<List<ShownItem>, 'filters' | 'bulk'>): List<ShownItem> {
  return {
    noun: kinds[kind],
    rowKey: ({ id }) => id,
    rowHref: ({ id }) => itemAddress(kind, id),
    rowEditHref: ({ id }) => `${itemAddress(kind, id)}?edit=1`,
    rowName: ({ sku }) => sku,
    rowTags: ({ tags }) => tags,
    rowNote: ({ gone_at }) => gone_at && <GoneNote at={gone_at} />,
    ...tools,
    columns: [...columns.filter(({ key }) => kind === 'products' || key !== 'is_linked'), ...outlookColumns(kind)],
  };
}

const figure = { width: 76, align: 'right' } as const;
const columns: List<ShownItem>['columns'] = [
  {
    ...{ key: 'image', title: 'Image', width: 64, card: 'badge', hasPicture: ({ image_url }) => Boolean(image_url) },
    cell: ({ image_url, name, sku }) => image_url && <ItemPicture address={image_url} name={name || sku} />,
  },
  { key: 'name', title: 'Name', sort: 'ASC', card: 'title', cell: ({ name }) => name || '–' },
  { key: 'sku', title: 'SKU', sort: 'ASC', width: 132, card: 'text', cell: ({ sku }) => <span className="mono">{sku}</span> },
  { key: 'category', title: 'Category', width: 104, hideBelow: 'xl', cell: ({ category }) => category ?? '–' },
  { key: 'warehouse_location', title: 'Location', width: 104, hideBelow: 'md', cell: (item) => item.warehouse_location ?? '–' },
  { key: 'on_hand', title: 'On Hand', ...figure, hideBelow: 'md', cell: units((item) => item.quantity_on_hand) },
  { key: 'on_hold', title: 'On Hold', ...figure, hideBelow: 'md', cell: units((item) => item.quantity_on_hold) },
  {
    ...{ key: 'available', title: 'Available in Stock', sort: 'DESC', ...figure, width: 136, card: 'figure' },
    cell: (item) => <Available item={item} />,
  },
  {
    ...{ key: 'allocated', title: 'Allocated', extra: true, ...figure },
    cell: units((item) => item.quantity_on_hand - item.quantity_on_hold - item.quantity_available),
  },
  { key: 'upc', title: 'UPC', extra: true, width: 150, cell: ({ upc }) => <span className="mono">{upc ?? '–'}</span> },
  {
    ...{ key: 'reorder_point', title: 'Reorder Point', extra: true, ...figure, width: 120 },
    cell: ({ reorder_point }) => reorder_point?.toLocaleString('en-US') ?? '–',
  },
  { key: 'is_linked', title: 'Linked', extra: true, width: 90, cell: ({ is_linked }) => (is_linked ? 'Yes' : 'No') },
  { key: 'updated_at', title: 'Updated', extra: true, ...figure, width: 108, cell: (item) => <RelativeTime at={item.updated_at} /> },
];

function units(of: (item: ListedItem) => number) {
  return (item: ListedItem) => (item.is_counted ? <Units of={of(item)} /> : <NotCounted />);
}

/** What is available, and whether that is too little. */
function Available({ item }: { item: ListedItem }) {
  if (!item.is_counted) return <NotCounted />;
  const left = item.quantity_on_hand - item.quantity_on_hold;
  const state = stateOf(left, item.reorder_point);
  return (
    <>
      {state && <span className={classes.state}>{state} </span>}
      <Units of={left} />
      <OnCard> available</OnCard>
    </>
  );
}

function stateOf(left: number, reorderPoint: number | null): string | null {
  if (left <= 0) return 'Out';
  return reorderPoint !== null && left < reorderPoint ? 'Low' : null;
}

const NotCounted = () => (
  <span className={classes.none} title="The warehouse has not counted it yet.">
    –
  </span>
);

function GoneNote({ at }: { at: ListedItem['gone_at'] }) {
  return (
    <span className="soft">
      The warehouse no longer names it, since <RelativeTime at={at as string} />. Its orders wait.
    </span>
  );
}

/** A zero is faint, so that rows with stock stand out. */
const Units = ({ of: units }: { of: number }) => (
  <span className={units === 0 ? classes.none : undefined}>{units.toLocaleString('en-US')}</span>
);
