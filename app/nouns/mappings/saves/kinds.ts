import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { isGoods } from '../../../shared/issues/types/mapping.checks.ts';
import { hasSku } from '../../order-flow/conditions.ts';
import type { MappingKind } from '../../order-flow/release/delay.ts';
import { linkIn, valueOfLink } from './link-value.ts';

/** What a code meant before: as its save keeps it, with what has to come back with it. */
export type Before = {
  code: string;
  to: string | null;
  /** Of a shipping code or location that was deleted, and of a code that was called otherwise: what it was called, empty for nothing. */
  description?: string | null;
  /** Of a shipping code or location that was not known before: undone, it is not known again. */
  added?: true;
  /** Of a link: no person had made or ended it. Undone, none has: what a rule would do, and what it doubts, counts again. */
  untouched?: true;
  /** Of a SKU that had no link: how many units a sale took of what was linked before that. */
  units?: number;
  /** It was deleted, linked or not. */
  deleted?: true;
};

type Kind = {
  /** The condition on orders `o` that the mappings of these codes concern. */
  concerns: (tenant: Tenant, codes: readonly string[]) => RawBuilder<unknown>;
  /**
   * Locks the codes of a connection that there are, and reads what each means: `code` and `to`, as a save keeps it. `deleted`: those that
   * the save deleted.
   */
  read: (tenant: Tenant, connectionId: number, codes: string[], deleted: string[]) => RawBuilder<{ code: string; to: string | null }>;
  /** Writes what codes meant before: a statement each. */
  restore: (tenant: Tenant, connectionId: number, before: Before[]) => RawBuilder<unknown>[];
  /** Whether undoing it needs the permission to map. */
  needsMap: boolean;
};

/** Units are not given where nobody kept those of a SKU that had no link: they stay. */
const linkBefore = ({ code, to, untouched, units }: Before) => ({
  ...{ code, untouched: untouched === true },
  ...(to === null ? { units } : linkIn(to)),
});

export const kinds: Record<MappingKind, Kind> = {
  product: {
    concerns: hasSku,
    // One that was deleted since an unlinking is not what that left, though it means as little.
    read: (tenant, connectionId, codes, deleted) => sql`
      select connector_product_sku as code,
        case when deleted_at is null or connector_product_sku = any(${deleted}::text[]) then ${valueOfLink} else 'deleted' end as to
      from connector_products
      where ${inAccount(tenant)} and connection_id = ${connectionId} and connector_product_sku = any(${codes}::text[])
      order by connector_product_sku collate "C" for update`,
    restore: (tenant, connectionId, before) => [
      sql`
      update connector_products set product_id = was.product_id, deleted_at = null,
        linked_by = (select case when not was.untouched then ${tenant.userId}::bigint end),
        linked_at = (select case when was.product_id is not null then now() end),
        units_per_sale = coalesce(was.units, units_per_sale)
      from json_to_recordset(${JSON.stringify(before.map(linkBefore))}::json)
        as was (code text, product_id bigint, units int, untouched boolean)
      where ${inAccount(tenant)} and connection_id = ${connectionId} and connector_product_sku = was.code`,
    ],
    needsMap: false,
  },
  line: {
    concerns: (tenant, codes) =>
      sql`exists (select from order_lines l where ${inAccount(tenant, 'l')} and l.order_id = o.id and l.id::text = any(${codes}::text[]))`,
    read: (tenant, _connectionId, codes) => sql`
      select id::text as code, product_id::text as to from order_lines
      where ${inAccount(tenant)} and id = any(${codes}::bigint[]) order by id for update`,
    restore: (tenant, _connectionId, before) => [
      sql`
      update order_lines l set product_id = p.id, mapped_sku = p.sku
      from json_to_recordset(${JSON.stringify(before)}::json) as was (code bigint, "to" bigint)
      left join products p on ${inAccount(tenant, 'p')} and p.id = was.to
      where ${inAccount(tenant, 'l')} and l.id = was.code`,
    ],
    needsMap: false,
  },
  shipping: {
    concerns: (_tenant, codes) => sql`o.source_shipping = any(${codes}::text[]) and not 'shipping_code' = any(o.edited_fields)`,
    read: (tenant, connectionId, codes) => sql`
      select connector_code as code, amware_code as to from shipping_options
      where ${inAccount(tenant)} and connection_id = ${connectionId} and connector_code = any(${codes}::text[])
      order by connector_code for update`,
    // A code that was deleted comes back.
    restore: (tenant, connectionId, before) => [
      sql`
      delete from shipping_options where ${inAccount(tenant)} and connection_id = ${connectionId}
        and connector_code = any(${before.flatMap(({ code, added }) => (added ? code : []))}::text[])`,
      sql`
      insert into shipping_options (account_id, connection_id, connector_code, description, amware_code, mapped_by, mapped_at)
      select ${tenant.accountId}, ${connectionId}, was.code, was.description, was.to, ${tenant.userId}, now()
      from json_to_recordset(${JSON.stringify(before.filter(({ added }) => !added))}::json) as was (code text, "to" text, description text)
      on conflict (account_id, connection_id, connector_code) do update
        set amware_code = excluded.amware_code,
          description = case when excluded.description is null then shipping_options.description else nullif(excluded.description, '') end,
          mapped_by = excluded.mapped_by, mapped_at = excluded.mapped_at`,
    ],
    needsMap: true,
  },
  location: {
    concerns: (tenant, codes) =>
      sql`not 'warehouse_code' = any(o.edited_fields) and exists (select from order_lines l
        where ${inAccount(tenant, 'l')} and l.order_id = o.id and l.location = any(${codes}::text[]) and ${isGoods})`,
    read: (tenant, connectionId, codes) => sql`
      select internal_id as code, amware_location as to from location_mappings
      where ${inAccount(tenant)} and connection_id = ${connectionId} and internal_id = any(${codes}::text[])
      order by internal_id for update`,
    restore: (tenant, connectionId, before) => [
      sql`
      delete from location_mappings where ${inAccount(tenant)} and connection_id = ${connectionId}
        and internal_id = any(${before.flatMap(({ code, added }) => (added ? code : []))}::text[])`,
      sql`
      insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location)
      select ${tenant.accountId}, ${connectionId}, was.code, coalesce(was.description, was.code), was.to
      from json_to_recordset(${JSON.stringify(before.filter(({ added }) => !added))}::json) as was (code text, "to" text, description text)
      on conflict (account_id, connection_id, internal_id) do update set amware_location = excluded.amware_location`,
    ],
    needsMap: true,
  },
};
