import { sql } from 'kysely';
import type { Noun } from '../../shared/noun/noun.ts';
import { viewed } from '../../shared/views/lists.ts';
import { purchaseOrderFilter } from '../purchase-flow/contract/filter.ts';
import { acceptingUnits, undoAccepted } from '../purchase-flow/receipts/take-back-accepted.ts';
import { acceptingReceipt, undoAcceptedReceipt } from '../purchase-flow/receipts/take-back-receipt.ts';
import { purchaseOrderWords } from '../purchase-flow/words/purchase-order-words.ts';
import { purchaseBulk } from './bulk/verbs.ts';
import { purchaseExport } from './export/calls.ts';
import { purchaseOrdersEntity } from './import/entity.ts';
import { purchaseOrderColumns } from './list/columns.ts';
import { purchaseOrderSearch } from './search/find.ts';
import { placing, undoPlacing } from './unknown-receipts/take-back.ts';

export const purchaseOrdersNoun: Noun<'purchase_orders'> = {
  name: 'purchase_orders',
  bulk: purchaseBulk,
  undo: { [placing]: undoPlacing, [acceptingUnits]: undoAccepted, [acceptingReceipt]: undoAcceptedReceipt },
  import: purchaseOrdersEntity,
  export: purchaseExport,
  discussed: { name: sql`po_number`, from: sql`purchase_orders where deleted_at is null` },
  words: purchaseOrderWords,
  search: purchaseOrderSearch,
  views: viewed(purchaseOrderFilter.omit({ page: true }).strict(), purchaseOrderColumns),
};
