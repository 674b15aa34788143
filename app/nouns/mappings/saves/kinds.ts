import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../../../platform/tenant.ts';
import { hasSku } from '../../order-flow/concerned.ts';
import type { MappingKind } from '../../order-flow/release/delay.ts';
import { linkIn } from './link-value.ts';

type Values = {
  connectionId: number;
  code: string;
  from: string | null;
  to: string | null;
  description?: string | undefined;
  added?: true;
};

type Kind = {
  /** The condition on orders `o` that the mapping concerns: of a code, or `anyOf` several. */
  concerns: (code: string | RawBuilder<unknown>) => RawBuilder<unknown>;
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
      sql`exists (select from order_lines l where l.account_id = o.account_id and l.order_id = o.id and l.id::text = ${code})`,
    restore: (tenant, { code, from, to }) => sql`
      update order_lines l set product_id = p.id, mapped_sku = p.sku from (values (${from}::bigint)) as before (id)
      left join products p on p.account_id = ${tenant.accountId} and p.id = before.id
      where l.account_id = ${tenant.accountId} and l.id = ${code}::bigint and l.product_id is not distinct from ${to}::bigint returning l.id`,
    needsMap: false,
  },
  shipping: {
    concerns: (code) => sql`o.source_shipping = ${code} and not 'shipping_code' = any(o.edited_fields)`,
    // A code that was deleted comes back; one that somebody deleted since does not.
    restore: (tenant, { connectionId, code, from, to, description }) => sql`
      insert into shipping_options (account_id, connection_id, connector_code, description, amware_code, mapped_by, mapped_at)
      select ${tenant.accountId}, ${connectionId}, ${code}, ${description ?? null}, ${from}, ${tenant.userId}, now()
      where ${to}::text is null or exists (select from shipping_options known
        where known.account_id = ${tenant.accountId} and known.connection_id = ${connectionId} and known.connector_code = ${code})
      on conflict (account_id, connection_id, connector_code) do update set amware_code = excluded.amware_code, mapped_by = excluded.mapped_by, mapped_at = now()
      where shipping_options.amware_code is not distinct from ${to}
      returning id`,
    needsMap: true,
  },
  location: {
    concerns: (code) =>
      sql`exists (select from order_lines l where l.account_id = o.account_id and l.order_id = o.id and l.location = ${code})`,
    restore: (tenant, { connectionId, code, from, to, description, added }) =>
      added
        ? sql`
      delete from location_mappings where account_id = ${tenant.accountId} and connection_id = ${connectionId} and internal_id = ${code} and amware_location is not distinct from ${to}
      returning id`
        : sql`
      insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location)
      select ${tenant.accountId}, ${connectionId}, ${code}, ${description ?? code}, ${from}
      where ${to}::text is null or exists (select from location_mappings known
        where known.account_id = ${tenant.accountId} and known.connection_id = ${connectionId} and known.internal_id = ${code})
      on conflict (account_id, connection_id, internal_id) do update set amware_location = excluded.amware_location
      where location_mappings.amware_location is not distinct from ${to}
      returning id`,
    needsMap: true,
  },
};
