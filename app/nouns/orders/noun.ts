import { sql } from 'kysely';
import type { Noun } from '../../shared/noun/noun.ts';
import { viewed } from '../../shared/views/lists.ts';
import { orderFilter } from '../order-flow/contract/filter.ts';
import { undoOrderAddress, undoOrderEdit, undoOrderLock, undoOrderSplit } from './acting/single-actions.ts';
import { orderBulk } from './bulk/verbs.ts';
import { ordersExport } from './export/calls.ts';
import { orderColumns } from './finding/columns.ts';
import { waitingOrders } from './list/waiting-orders.ts';
import { orderWords } from './words/order-words.ts';
import { orderSearch } from './words/search-orders.ts';

export const ordersNoun: Noun<'orders'> = {
  name: 'orders',
  bulk: orderBulk,
  undo: { edit: undoOrderEdit, lock: undoOrderLock, split: undoOrderSplit, 'use-new-address': undoOrderAddress },
  import: null,
  export: ordersExport,
  discussed: { name: sql`order_number`, from: sql`orders where deleted_at is null` },
  words: orderWords,
  search: { ...orderSearch, waiting: waitingOrders },
  views: viewed(orderFilter.omit({ page: true, filterBy: true }).strict(), orderColumns),
};
