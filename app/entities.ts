import type { SearchedNoun } from '../platform/words/searched-noun.ts';
import type { NounName } from './base/noun-names.ts';
import { itemBulk } from './nouns/catalogue/bulk/verbs.ts';
import { itemColumns } from './nouns/catalogue/columns.ts';
import { itemList } from './nouns/catalogue/contract.ts';
import { itemsFile } from './nouns/catalogue/export/item-file.ts';
import { itemWords } from './nouns/catalogue/words/item-words.ts';
import { linksFile } from './nouns/links/export/file.ts';
import { listingWords } from './nouns/links/listings/listing-words.ts';
import { orderFilter } from './nouns/order-flow/contract/filter.ts';
import { orderBulk } from './nouns/orders/bulk/verbs.ts';
import { ordersFile } from './nouns/orders/export/file.ts';
import { orderColumns } from './nouns/orders/finding/columns.ts';
import { undoOrderEdit } from './nouns/orders/single-actions.ts';
import { orderWords } from './nouns/orders/words/order-words.ts';
import { purchaseOrderFilter } from './nouns/purchase-flow/contract/filter.ts';
import { purchaseOrderWords } from './nouns/purchase-flow/words/purchase-order-words.ts';
import { purchaseBulk } from './nouns/purchase-orders/bulk/verbs.ts';
import { purchaseOrdersFile } from './nouns/purchase-orders/export/file.ts';
import { purchaseOrderColumns } from './nouns/purchase-orders/list/columns.ts';
import { placing } from './nouns/purchase-orders/unknown-receipts/placing.ts';
import { undoPlacing } from './nouns/purchase-orders/unknown-receipts/take-back.ts';
import type { ExportFiles } from './shared/exports/export-file.ts';
import { exportWriter } from './shared/exports/write.ts';
import type { BulkNouns } from './shared/runs/bulk/work.ts';
import type { UndoableNoun } from './shared/runs/undo-api.ts';
import { type ViewedLists, viewed } from './shared/views/lists.ts';

/** What the engines below know of the nouns: a line each. */

const exportFiles: ExportFiles = {
  orders: ordersFile,
  products: (wanted) => itemsFile('products', wanted),
  raw_materials: (wanted) => itemsFile('raw_materials', wanted),
  links: linksFile,
  purchase_orders: purchaseOrdersFile,
};
export const writeExport = exportWriter(exportFiles);

const items = viewed(itemList.query.omit({ page: true }), itemColumns);
export const viewedLists: ViewedLists = {
  orders: viewed(orderFilter.omit({ page: true, filterBy: true }).strict(), orderColumns),
  purchase_orders: viewed(purchaseOrderFilter.omit({ page: true }).strict(), purchaseOrderColumns),
  products: items,
  raw_materials: items,
};

export const undoables: Record<NounName, UndoableNoun> = {
  orders: { bulk: orderBulk, undo: { edit: undoOrderEdit } },
  purchase_orders: { bulk: purchaseBulk, undo: { [placing]: undoPlacing } },
  products: { bulk: itemBulk.products },
  raw_materials: { bulk: itemBulk.raw_materials },
};
export const bulkNouns: BulkNouns = { orders: orderBulk, purchase_orders: purchaseBulk, ...itemBulk };

/** Whose records are found by words. */
export const searchedNouns: readonly SearchedNoun[] = [
  orderWords,
  purchaseOrderWords,
  itemWords.products,
  itemWords.raw_materials,
  listingWords,
];
