import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type Pack, unpacked } from '../../../base/changes/packed.ts';
import type { ImportJob, Undone } from '../../../shared/imports/entity.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import { followLinks, type LinkChange } from './follow.ts';
import { undoListings } from './undo-listings.ts';

type Row = Columns<'connector_products', 'id'> & LinkChange & { restored: boolean; gone: boolean; without: boolean };

/**
 * Takes back a chunk of links: each means what it meant before, and orders that have not left follow. What only the import named is
 * no longer listed, unless the channel has named it since. What a listing report said beside that is taken back as well.
 */
export async function undoLinks(tenant: Tenant, job: ImportJob, pack: Pack): Promise<Undone> {
  if (pack.form === 'listings') {
    await undoListings(tenant, job, pack);
    return { undone: 0, kept: [] };
  }
  const { connectionId } = job;
  const { rows } = await sql<Row>`
    with change as materialized (
      select (each ->> 'id')::bigint as id, each ->> 'sku' as sku, ${pack.form === 'created'}::boolean as is_new, was.*,
        now.product_id as now_product, now.units as now_units
      from (${unpacked(tenant, pack)}) as c,
        json_to_record(each -> 'was')
          as was (product_id bigint, units int, linked_by bigint, linked_at timestamptz, deleted_at timestamptz),
        json_to_record(each -> 'now') as now (product_id bigint, units int)
    ),
    link as (
      select change.*, cp.deleted_at is not null as gone, change.product_id is not null and p.id is null as without,
        cp.deleted_at is null and (cp.product_id, cp.units_per_sale) is not distinct from (change.now_product, change.now_units) as is_same,
        change.is_new and cp.connector_product_id is null and cp.name is null as only_ours
      from change join connector_products cp on ${inAccount(tenant, 'cp')} and cp.id = change.id
      left join products p on ${inAccount(tenant, 'p')} and p.id = change.product_id
      order by change.sku collate "C" for update of cp
    ),
    restored as (
      update connector_products cp set product_id = link.product_id, units_per_sale = link.units, linked_by = link.linked_by,
        linked_at = link.linked_at, deleted_at = (select case when link.only_ours then now() else link.deleted_at end)
      from link where ${inAccount(tenant, 'cp')} and cp.id = link.id and link.is_same and not link.without returning cp.id
    )
    select link.id, link.sku, link.now_product as from_product, link.now_units as from_units, link.product_id as to_product,
      link.units as to_units,
      link.gone, link.without, restored.id is not null as restored
    from link left join restored using (id) order by link.sku collate "C"`.execute(tenant.db);
  const back = rows.filter(({ restored }) => restored);
  await followLinks(tenant, connectionId ?? 0, back);
  const kept = rows.filter(({ restored }) => !restored);
  return { undone: back.length, kept: kept.map((row) => ({ id: row.id, label: row.sku, reason: reasonOf(row) })) };
}

function reasonOf({ gone, without }: Row): OutcomeSentence {
  if (gone) return { code: 'deleted_since_import' };
  return { code: without ? 'product_deleted' : 'changed_since_import' };
}
