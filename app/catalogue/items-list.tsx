import type { Paginated } from '../../platform/list/query.ts';
import { ListPage } from '../ui/list/list-page.tsx';
import { Notice } from '../ui/notice.tsx';
import type { FoundItem, ItemQuery } from './contract.ts';
import { itemList } from './item-list.tsx';
import { type Kind, kinds } from './kinds.ts';

const lists = { products: itemList('products'), raw_materials: itemList('raw_materials') } satisfies Record<Kind, unknown>;

type Props = { kind: Kind; page: Paginated<FoundItem>; query: ItemQuery; empty: React.ReactNode };

/** A list page of the catalogue. */
export function ItemsList({ kind, page, query, empty }: Props) {
  const { title, many } = kinds[kind];
  const notice = page.scanned !== null && <Scanned many={many} count={page.scanned} />;
  return <ListPage title={title} list={lists[kind]} page={page} query={query} notice={notice} empty={empty} />;
}

function Scanned({ many, count }: { many: string; count: number }) {
  return (
    <Notice>
      The first {count.toLocaleString('en-US')} {many} were looked through for these words; of the others those are shown whose SKU, name or
      UPC begins so.
    </Notice>
  );
}
