import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';
import { hasSku } from '../orders/concerned.ts';
import type { MappingKind } from '../orders/release/delay.ts';
import { linkIn } from './link-value.ts';

type Values = { connectionId: number; code: string; from: string | null; to: string | null };

type Kind = {
  /** The condition on orders `o` that the mapping concerns. */
  concerns: (code: string) => RawBuilder<unknown>;
  /** Writes `from` back where `to` is still the value: returns a row then. */
  restore: (tenant: Tenant, values: Values) => RawBuilder<unknown>;
  /** Whether undoing it needs the permission to map. */
  needsMap: boolean;
};

export const kinds: Record<MappingKind, Kind> = {
  product: {
    concerns: hasSku,
    restore: (tenant, { connectionId, code, from, to }) => {
      const [before, after] = [linkIn(from), linkIn(to)];
      return sql`
        update connector_products set product_id = ${before.productId}::bigint, linked_by = ${tenant.userId}, deleted_at = null,
          linked_at = case when ${before.productId}::bigint is not null then now() end,
          units_per_sale = case when ${before.productId}::bigint is not null then ${before.units} else units_per_sale end
        where account_id = ${tenant.accountId} and connection_id = ${connectionId} and connector_product_sku = ${code}
          and product_id is not distinct from ${after.productId}::bigint and (product_id is null or units_per_sale = ${after.units})
        returning id`;
    },
    needsMap: false,
  },
  line: {
    concerns: (code) =>
      sql`exists (select from order_lines l where l.account_id = o.account_id and l.order_id = o.id and l.id = ${code}::bigint)`,
    restore: (tenant, { code, from, to }) => sql`
      update order_lines l set product_id = p.id, mapped_sku = p.sku from (values (${from}::bigint)) as before (id)
      left join products p on p.account_id = ${tenant.accountId} and p.id = before.id
      where l.account_id = ${tenant.accountId} and l.id = ${code}::bigint and l.product_id is not distinct from ${to}::bigint returning l.id`,
    needsMap: false,
  },
  shipping: {
    concerns: (code) => sql`o.source_shipping = ${code} and not 'shipping_code' = any(o.edited_fields)`,
    restore: (tenant, { connectionId, code, from, to }) => sql`
      update shipping_options set amware_code = ${from}, mapped_by = ${tenant.userId}, mapped_at = now()
      where account_id = ${tenant.accountId} and connection_id = ${connectionId} and connector_code = ${code} and amware_code is not distinct from ${to}
      returning id`,
    needsMap: true,
  },
  location: {
    concerns: (code) =>
      sql`exists (select from order_lines l where l.account_id = o.account_id and l.order_id = o.id and l.location = ${code})`,
    restore: (tenant, { connectionId, code, from, to }) => sql`
      update location_mappings set amware_location = ${from}
      where account_id = ${tenant.accountId} and connection_id = ${connectionId} and internal_id = ${code} and amware_location is not distinct from ${to}
      returning id`,
    needsMap: true,
  },
};
