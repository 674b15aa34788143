import { type RawBuilder, sql } from 'kysely';
import { href } from 'react-router';
import { existing } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { TicketItem } from '../contract.ts';
import { type ItemType, itemNouns } from '../ticket.ts';

type Source = {
  /** Its record in this account as `name`, and as `key` what its page's address is made of. */
  row: (tenant: Tenant, id: number) => RawBuilder<{ name: string; key: string }>;
  address: (key: string) => string;
};

/** The records that a ticket may be about, each with its page. */
const sources: Record<ItemType, Source> = {
  order: {
    row: (tenant, id) =>
      sql`select order_number as name, id::text as key from orders where ${inAccount(tenant)} and id = ${id} and deleted_at is null`,
    address: (id) => href('/orders/:id', { id }),
  },
  purchase_order: {
    row: (tenant, id) =>
      sql`select po_number as name, id::text as key from purchase_orders where ${inAccount(tenant)} and id = ${id}
        and deleted_at is null`,
    address: (id) => href('/purchase-orders/:id', { id }),
  },
  product: {
    row: (tenant, id) => sql`select sku as name, id::text as key from products where ${inAccount(tenant)} and id = ${id}`,
    address: (id) => href('/products/:id', { id }),
  },
  raw_material: {
    row: (tenant, id) => sql`select sku as name, id::text as key from raw_materials where ${inAccount(tenant)} and id = ${id}`,
    address: (id) => href('/raw-materials/:id', { id }),
  },
  connection: {
    row: (tenant, id) => sql`select name, slug as key from connections where ${inAccount(tenant)} and id = ${id}`,
    address: (name) => href('/settings/connectors/:name', { name }),
  },
};

/** The record of a ticket with its page; null when there is none any longer. */
export async function findItem(tenant: Tenant, type: ItemType | null, id: number | null): Promise<TicketItem | null> {
  if (type === null || id === null || !(type in sources)) return null;
  const { row, address } = sources[type];
  const [found] = (await row(tenant, id).execute(tenant.db)).rows;
  return found ? { type, id, name: found.name, address: address(found.key) } : null;
}

/** @throws Refusal 404 when this account has no such record */
export async function requireItem(tenant: Tenant, type: ItemType, id: number): Promise<TicketItem> {
  return existing(await findItem(tenant, type, id), `This ${itemNouns[type].toLowerCase()} does not exist.`);
}
