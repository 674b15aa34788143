import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { AddressValues } from '../../../../base/addresses/address.ts';
import type { Values } from '../../../../base/changes/noun.ts';
import { type UndoVerb, undoChanges } from '../../../../base/changes/undo.ts';
import { undoSeconds } from '../../release/delay.ts';
import { withdrawUnsent } from '../../release/withdraw.ts';
import { orderAddress } from './address-noun.ts';
import { dropAsked } from './asked.ts';
import { noteNewAddresses } from './notice.ts';
import { addressesOf, writeAddress } from './values.ts';

/** Takes back that what has not left of an order goes to the new address: a person decides anew. @throws Refusal 404, 409 */
export const undoNewAddress = (tenant: Tenant, group: number): Promise<void> => undoChanges(tenant, group, [addressUndo]);

const addressUndo: UndoVerb<void> = {
  noun: orderAddress,
  async nameOf(tenant, changes) {
    const orders = await addressesOf(
      tenant,
      changes.map(({ record_id }) => record_id),
    );
    return new Map([...orders].map(([id, { order_number }]) => [id, order_number]));
  },
  async read(tenant, { changes }) {
    const ids = changes.map(({ record_id }) => record_id);
    // A person may have had the second parcel sent since.
    await withdrawUnsent(tenant, ids);
    const sent = await secondsSent(tenant, ids);
    const orders = [...(await addressesOf(tenant, ids))].filter(([id]) => !sent.has(id));
    return new Map<number, Values>(orders.map(([id, { asked, now }]) => [id, asked ?? now]));
  },
  async write(tenant, { changes }) {
    const orders = await addressesOf(
      tenant,
      changes.map(({ record_id }) => record_id),
    );
    for (const { record_id: id, was } of changes) {
      const order = orders.get(id);
      if (order && order.asked === null) await writeAddress(tenant, id, { ...order.now, ...(was as Partial<AddressValues>) });
    }
    await dropAsked(tenant, [...orders.keys()]);
  },
  async follow(tenant, { changes }) {
    await noteNewAddresses(
      tenant,
      changes.map(({ record_id }) => record_id),
    );
  },
  changedSince: () => 'The order has changed since, so this cannot be undone.',
  deadline: { seconds: undoSeconds, late: 'What has not left is on its way to the new address, so this can no longer be undone.' },
};

/** Those whose second parcel is with the warehouse, or on its way there, and was not asked to go elsewhere. */
async function secondsSent(tenant: Tenant, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
    where ${inAccount(tenant, 'o')} and o.id = any(${[...ids]}::bigint[]) and w.part = 2 and w.state <> 'cancelled'
      and (w.replacement -> 'address') is null`.execute(tenant.db);
  return new Set(idsOf(rows));
}
