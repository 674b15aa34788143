import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueuePurchaseCheck } from '../recheck.ts';
import { checkPurchaseOrders } from './check.ts';

/** How long after a mapping was saved nothing is announced by it, so that the save can be undone. */
const undoMs = 10_000;
/** So many are checked in the request of whoever saved it, the others by jobs. */
const checkedAtOnce = 300;

type Codes = { connectionId: number; kind: 'product' | 'location'; codes: string[] };

/**
 * Checks the purchase orders that go by a code of their source which now means something else: their issues open and close at once,
 * and what follows is announced when the save can no longer be undone. Call it after the mapping was saved, or its save undone.
 */
export async function followMappedCode(tenant: Tenant, mapped: Codes): Promise<void> {
  const ids = await goingBy(tenant, mapped);
  await checkPurchaseOrders(tenant, ids.slice(0, checkedAtOnce), { announce: false });
  await enqueuePurchaseCheck(tenant, ids.slice(checkedAtOnce));
  await enqueuePurchaseCheck(tenant, ids.slice(0, checkedAtOnce), new Date(Date.now() + undoMs));
}

/** The same after links ended by themselves, which nobody undoes: all are checked by jobs. */
export async function followEndedLinks(tenant: Tenant, connectionId: number, skus: string[]): Promise<void> {
  await enqueuePurchaseCheck(tenant, await goingBy(tenant, { connectionId, kind: 'product', codes: skus }));
}

/** The open purchase orders that go by these codes of their source, in the order of their ids. */
async function goingBy(tenant: Tenant, { connectionId, kind, codes }: Codes): Promise<number[]> {
  const concerned =
    kind === 'location'
      ? sql`p.source_location = any(${codes}::text[])`
      : sql`exists (select from purchase_order_lines l where ${inAccount(tenant, 'l')} and l.purchase_order_id = p.id
        and l.sku = any(${codes}::text[]))`;
  const { rows } = await sql<Columns<'purchase_orders', 'id'>>`
    select p.id from purchase_orders p where ${inAccount(tenant, 'p')} and p.connection_id = ${connectionId}
      and p.status in ('pending', 'hold', 'received')
      and p.deleted_at is null and ${concerned} order by p.id`.execute(tenant.db);
  return idsOf(rows);
}
