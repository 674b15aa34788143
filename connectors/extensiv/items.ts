import type { Page, Warehouse, WarehouseItem } from '../contract.ts';
import { firstIssue, idIn } from '../http/records.ts';
import type { Opened } from './opened.ts';
import { either, from } from './rql.ts';
import { walkOf } from './walk.ts';
import { type CatalogueItem, catalogueItem } from './wire-stock.ts';

type Read = Pick<Page<WarehouseItem>, 'records' | 'unreadable' | 'gone'>;

/** The customer’s items (rels/customers/items). One that was never changed has no date, so the first walk reads them all. */
export function itemsOf({ client, now, customer }: Opened): Pick<Warehouse, 'items'> {
  const listed = {
    now,
    ...{ client, operation: 'list_items', path: `customers/${customer}/items`, relation: 'customers/item', conditions: [], size: 100 },
    ...{ idName: 'itemid', idOf: (raw: unknown) => idIn(raw, ['itemId']), wholeFirst: true },
    changedSince: (since: string) => either(from('readonly.lastmodifieddate', since), from('readonly.creationdate', since)),
  };
  return { items: walkOf(listed, async (raws) => ({ ok: true, value: read(raws) })) };
}

export function read(raws: unknown[]): Read {
  const page: Read = { records: [], unreadable: [], gone: [] };
  for (const raw of raws) {
    const parsed = catalogueItem.safeParse(raw);
    if (!parsed.success) page.unreadable.push({ remoteId: idIn(raw, ['sku', 'itemId']), reason: firstIssue(parsed.error), raw });
    else if (parsed.data.readOnly.deactivated) page.gone.push(parsed.data.sku);
    else page.records.push(itemOf(parsed.data));
  }
  return page;
}

const itemOf = ({ sku, upc, description, description2 }: CatalogueItem): WarehouseItem => ({
  ...{ sku, name: description ?? sku, upc, imageUrl: null, description: description2, warehouseLocation: null },
});
