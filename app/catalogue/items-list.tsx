import { ListPage } from '../ui/list/list-page.tsx';
import { Notice } from '../ui/notice.tsx';
import { itemList } from './item-list.tsx';
import { type Kind, kinds } from './kinds.ts';
import type { LoadedItems } from './read-list.ts';

const lists = { products: itemList('products'), raw_materials: itemList('raw_materials') } satisfies Record<Kind, unknown>;

/** A list page of the catalogue. */
export function ItemsList({ loaded, empty }: { loaded: LoadedItems; empty: React.ReactNode }) {
  const { kind, address, items, total, looked_at } = loaded;
  return (
    <ListPage
      title={kinds[kind].title}
      list={lists[kind]}
      rows={items}
      address={address}
      total={total}
      cutShort={looked_at !== null}
      notice={looked_at !== null && <LookedThrough many={kinds[kind].many} count={looked_at} />}
      empty={empty}
    />
  );
}

function LookedThrough({ many, count }: { many: string; count: number }) {
  return (
    <Notice>
      The first {count.toLocaleString('en-US')} {many} were looked through for these words; of the others those are shown whose SKU, name or
      UPC begins so.
    </Notice>
  );
}
