import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { listBuildings } from '../../../base/buildings.ts';
import type { ImportEntity } from '../../../shared/imports/entity.ts';
import { applyPurchaseOrders, lockNamed } from './apply.ts';
import { notRead, purchaseOrderColumns, readWarehouse } from './columns.ts';
import { currentLines, judgePurchaseOrders, nameColumns } from './judge.ts';
import { judgeAllPurchaseOrders } from './judge-all.ts';
import { lockChanged, undoPurchaseOrders } from './undo.ts';

/** Files of purchase orders: a row a line, with its purchase order's number. What is not there is made here; receiving books here only. */
export const purchaseOrdersEntity: ImportEntity = {
  ...{ name: 'purchase_orders', number: 3 },
  rows: { one: 'line of a purchase order', many: 'lines of purchase orders' },
  columns: purchaseOrderColumns,
  rowNames: nameColumns,
  emptyStays: true,
  notRead,
  prepare: async (tenant) => ({ mapped_warehouse: readWarehouse(await warehousesOf(tenant), await listBuildings(tenant)) }),
  judge: judgePurchaseOrders,
  judgeAll: judgeAllPurchaseOrders,
  current: currentLines,
  before: lockNamed,
  apply: applyPurchaseOrders,
  beforeUndo: (tenant, { group }) => lockChanged(tenant, group),
  undo: (tenant, _, pack) => undoPurchaseOrders(tenant, pack),
  async after(tenant) {
    notify(tenant, 'purchase_orders');
    return null;
  },
};

const warehousesOf = ({ accountId, db }: Tenant): Promise<Columns<'warehouses', 'code' | 'name'>[]> =>
  db.selectFrom('warehouses').select(['code', 'name']).where(inAccount({ accountId })).orderBy('code').execute();
