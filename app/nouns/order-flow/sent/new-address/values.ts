import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { type AddressValues, addressFields } from '../../../../base/addresses/address.ts';

/** The address of the orders with this alias, as JSON. */
export const addressIn = (alias: string): RawBuilder<AddressValues> =>
  sql<AddressValues>`jsonb_object(array[${sql.join(addressFields.map((field) => sql.lit(field)))}],
    array[${sql.join(addressFields.map((field) => sql.ref(`${alias}.${field}`)))}])`;

/** By what somebody says which address they saw. */
export const seenAs = (address: AddressValues): string =>
  hash('sha256', JSON.stringify(addressFields.map((field) => address[field])), 'base64url').slice(0, 22);

/** Gives an order this address. What its channel has stays noted where that is another. */
export async function writeAddress(tenant: Tenant, id: number, address: AddressValues): Promise<void> {
  const given = sql.join(addressFields.map((field) => sql`${sql.ref(field)} = ${address[field]}`));
  await sql`
    update orders o set ${given}, new_ship_to = nullif(coalesce(o.new_ship_to, ${addressIn('o')}), ${JSON.stringify(address)}::jsonb),
      updated_by = coalesce(${tenant.userId}, o.updated_by), revision = o.revision + 1
    where ${inAccount(tenant, 'o')} and o.id = ${id}`.execute(tenant.db);
}

export type StoredAddress = Columns<'orders', 'id' | 'order_number' | 'connection_id' | 'warehouse_order_id'> & {
  now: AddressValues;
  /** What its channel has, where that is another. */
  channels: AddressValues | null;
  /** Where the warehouse was asked to send it instead, and has not replied. */
  asked: AddressValues | null;
};

/** Where these orders go, and are to go. */
export async function addressesOf(tenant: Tenant, ids: readonly number[]): Promise<Map<number, StoredAddress>> {
  const { rows } = await sql<StoredAddress>`
    select o.id, o.order_number, o.connection_id, o.warehouse_order_id, ${addressIn('o')} as now, o.new_ship_to as channels,
      w.replacement -> 'address' -> 'shipTo' as asked
    from orders o left join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
    where ${inAccount(tenant, 'o')} and o.id = any(${[...ids]}::bigint[])`.execute(tenant.db);
  return new Map(rows.map((row) => [row.id, row]));
}
