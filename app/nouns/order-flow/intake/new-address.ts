import { sql } from 'kysely';
import type { ChannelOrder } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type AddressValues, addressFields, placeFields } from '../../../base/addresses/address.ts';
import { contentHash, isSameContent, orderRow, type StoredOrder } from './order-rows.ts';

/** The address of a channel's order, by the columns that it is stored in. */
export function addressOf(order: ChannelOrder): AddressValues {
  const row = orderRow(order);
  return Object.fromEntries(addressFields.map((field) => [field, row[field]])) as AddressValues;
}

/**
 * Those of these orders of whose address the channel changed a line that people have edited, to something else than they did. What it had
 * before is noted with the order, or was there when the line was edited first. Called before the change is stored.
 */
export async function changedWhereEdited(tenant: Tenant, changed: readonly StoredOrder[]): Promise<Set<number>> {
  if (changed.length === 0) return new Set();
  const rows = changed.map(({ order, orderId }) => ({ id: orderId, there: addressOf(order) }));
  const { rows: found } = await sql<Columns<'orders', 'id'>>`
    select distinct o.id from json_to_recordset(${JSON.stringify(rows)}::json) as row (id bigint, there jsonb)
    join orders o on ${inAccount(tenant, 'o')} and o.id = row.id
    cross join unnest(${[...placeFields]}::text[]) as field
    left join lateral (
      select c.was as address from changes c where ${inAccount(tenant, 'c')} and c.noun = 'order' and c.record_id = o.id
        and c.packed is null and c.undoes is null and jsonb_exists(c.was, field)
        and not exists (select from changes undo where ${inAccount(tenant, 'undo')} and undo.undoes = c.id)
      order by c.id limit 1
    ) as former on o.new_ship_to is null
    where field = any(o.edited_fields) and row.there ->> field is distinct from to_jsonb(o) ->> field
      and coalesce(o.new_ship_to, former.address) is not null
      and row.there ->> field is distinct from coalesce(o.new_ship_to, former.address) ->> field`.execute(tenant.db);
  return new Set(idsOf(found));
}

/** An order as it was when it was read before: its channel's address then. `looks`: how it may have looked beside that. */
type Before = { content_hash: string; address: AddressValues; looks: readonly Pick<ChannelOrder, 'state' | 'sourceStatus'>[] };

/** Whether nothing of an order is other than it was but its address: with the former one it has the content that it had. */
export const onlyAddressDiffers = (order: ChannelOrder, { content_hash, address, looks }: Before): boolean =>
  looks.some((look) => formerly({ ...order, ...look }, address).some((former) => isSameContent(contentHash(former), content_hash)));

/** The order with this address. The columns do not tell a recipient from a buyer who is one. */
function formerly(order: ChannelOrder, address: AddressValues): ChannelOrder[] {
  const name = address.customer_name ?? '';
  return [name, ''].flatMap((recipient) =>
    [order.customer.name, name].map((buyer) => ({
      ...order,
      customer: { ...order.customer, name: buyer, email: address.customer_email, phone: address.customer_phone },
      shipTo: {
        ...{ ...order.shipTo, name: recipient, company: address.company_name, line1: address.address ?? '', line2: address.address_2 },
        ...{ city: address.city ?? '', state: address.state, postalCode: address.postal_code ?? '', country: address.country ?? '' },
      },
    })),
  );
}
