import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { ChannelOrder } from '../../../../connectors/contract.ts';
import type { Column } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { missingFrom } from '../../../base/addresses/missing.ts';
import { otherKinds } from '../../../shared/issues/types/orders.checks.ts';
import { lockRulesShared } from '../recheck.ts';
import { unitsOf } from './order-rows.ts';

/** `sku` is the channel's. */
export type Link = {
  sku: Column<'connector_products', 'connector_product_sku'>;
  product_id: Column<'products', 'id'>;
  mapped_sku: Column<'products', 'sku'>;
  units_per_sale: Column<'connector_products', 'units_per_sale'>;
};

/** What decides about new orders of a connection: the links, mappings and presets that concern them. */
export type IntakeRules = {
  /** Linked products by the channel's SKU. */
  products: Map<string, Link>;
  locations: Set<string>;
  /** Ids of orders that the channel split before or merged into another: their check decides. */
  related: Set<string>;
  /** Whether presets or field mappings exist. */
  setsFields: boolean;
  /** Whether there is a warehouse to release to. */
  hasWarehouse: boolean;
  /** Whether the account has orders of another kind of connection too. */
  hasOtherKinds: boolean;
};

const nothing: IntakeRules = {
  ...{ products: new Map(), locations: new Set(), related: new Set() },
  ...{ setsFields: false, hasWarehouse: false, hasOtherKinds: false },
};

/** Reads the rules for a page of orders, and locks them against changes until the orders are stored. */
export async function readIntakeRules(tenant: Tenant, connectionId: number, orders: ChannelOrder[]): Promise<IntakeRules> {
  if (orders.length === 0) return nothing;
  await lockRulesShared(tenant, connectionId);
  const goods = orders.flatMap(({ lines }) => lines.filter(({ isCharge }) => !isCharge));
  const skus = [...new Set(goods.map(({ sku }) => sku))];
  const { rows } = await sql<Link>`
    select cp.connector_product_sku as sku, p.id as product_id, p.sku as mapped_sku, cp.units_per_sale
    from connector_products cp join products p on ${inAccount(tenant, 'p')} and p.id = cp.product_id
    where ${inAccount(tenant, 'cp')} and cp.connection_id = ${connectionId} and cp.connector_product_sku = any(${skus}::text[])
      -- What is gone is for the check to decide about.
      and p.gone_at is null`.execute(tenant.db);
  const ids = sql`${orders.map(({ remoteId }) => remoteId)}::text[]`;
  const { rows: rules } = await sql<{ locations: string[]; related: string[]; sets: boolean; warehouse: boolean; other_kinds: boolean }>`
    select array(select internal_id from location_mappings where ${inAccount(tenant)} and connection_id = ${connectionId}) as locations,
      array(select split_from from orders where ${inAccount(tenant)} and connection_id = ${connectionId} and split_from = any(${ids})
        union all select remote_id from order_merges where ${inAccount(tenant)} and connection_id = ${connectionId}
      and remote_id = any(${ids})) as related, exists (select from presets where ${inAccount(tenant)} and connection_id = ${connectionId})
        or exists (select from field_mappings where ${inAccount(tenant)} and connection_id = ${connectionId}) as sets,
      exists (select from connections where ${inAccount(tenant)} and 'warehouse' = any(capabilities)
        and state in ('active', 'needs_reconnect')) as warehouse,
      exists (select from ${otherKinds(tenant)} where oc.id = ${connectionId}) as other_kinds`.execute(tenant.db);
  const { locations = [], related = [], sets = true, warehouse = true, other_kinds = true } = rules[0] ?? {};
  return {
    products: new Map(rows.map((link) => [link.sku, link])),
    locations: new Set(locations),
    related: new Set(related),
    setsFields: sets,
    hasWarehouse: warehouse,
    hasOtherKinds: other_kinds,
  };
}

/**
 * The orders that a check would find nothing wrong with: they can be stored as the check would leave them. Leaves out an order to
 * the same address as one that has to wait for its check, because the two may be combined.
 */
export function decidableNow(orders: ChannelOrder[], rules: IntakeRules, waiting: ChannelOrder[]): Set<ChannelOrder> {
  const decidable = orders.filter((order) => isEnded(order) || isDecidable(order, rules));
  const seen = new Set(decidable);
  const addresses = new Set([...waiting, ...orders.filter((order) => !seen.has(order))].map(addressOf));
  return new Set(addresses.size === 0 ? decidable : decidable.filter((order) => isEnded(order) || !addresses.has(addressOf(order))));
}

/** The channel has cancelled or shipped it: there is nothing to decide. */
export const isEnded = ({ state }: ChannelOrder) => state === 'cancelled' || state === 'shipped';

/** The channel split or merged it, or an order that we know of names it. */
export const isRelated = (order: ChannelOrder, { related }: IntakeRules) => isDivided(order) || related.has(order.remoteId);

/**
 * Which orders of a channel's page may be stored while those of the page before it are: the others. Null where none may: the channel split
 * or merged one, or says of one in both pages what it does not say in the other.
 */
export function apartFrom(before: ChannelOrder[], orders: ChannelOrder[]): ChannelOrder[] | null {
  if ([...before, ...orders].some(isDivided)) return null;
  const there = new Map(before.map((order) => [order.remoteId, order]));
  const isThere = ({ remoteId }: ChannelOrder) => there.has(remoteId);
  const isSame = (order: ChannelOrder) => isDeepStrictEqual(there.get(order.remoteId), order);
  return orders.filter(isThere).every(isSame) ? orders.filter((order) => !isThere(order)) : null;
}

const isDivided = ({ splitFrom, mergedIds }: ChannelOrder) => splitFrom !== null || mergedIds.length > 0;

/** Agrees with issues/checks.ts. Whether the shipping code is mapped shows when the order is written. */
function isDecidable(order: ChannelOrder, rules: IntakeRules): boolean {
  const { products, locations } = rules;
  if (isRelated(order, rules)) return false;
  if (order.state === 'unknown' || order.shipping.code === null || unitsOf(order) === 0) return false;
  const areLinked = order.lines.every(
    ({ isCharge, sku, quantity, location }) =>
      isCharge || (quantity > 0 && products.has(sku) && (location === null || !locations.has(location))),
  );
  return areLinked && isAddressed(order);
}

function isAddressed({ shipTo, customer }: ChannelOrder): boolean {
  const { name, line1, city, state, postalCode, country } = shipTo;
  return missingFrom({ customer_name: name || customer.name, address: line1, city, state, postal_code: postalCode, country }).length === 0;
}

const addressOf = ({ shipTo }: ChannelOrder) => [shipTo.line1, shipTo.city, shipTo.postalCode, shipTo.country].join('\n').toLowerCase();
