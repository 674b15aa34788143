import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { describeSent, type SentInWords, sentToCompare } from '../../order-flow/sent/in-words.ts';
import { anyOfThese, type Which } from '../../order-flow/sent/which.ts';
import type { MappingChanges } from './contract.ts';
import { allOf, goingBy } from './sent.ts';

export type TriedChange = { connectionId: number; change: MappingChanges };

/** What becomes of orders at the warehouse if mappings are changed like this: tried, and taken back. Null where none is concerned. */
export async function previewMapping(tenant: Tenant, changes: readonly TriedChange[]): Promise<SentInWords | null> {
  await sql`savepoint mapping_tried`.execute(tenant.db);
  for (const { connectionId, change } of changes) await write(tenant, connectionId, change);
  const described = await describeSent(tenant, anyOfThese(changes.map((each) => concernedBy(tenant, each))));
  await sql`rollback to savepoint mapping_tried`.execute(tenant.db);
  return described;
}

function concernedBy(tenant: Tenant, { connectionId, change }: TriedChange): Which {
  if (change.kind === 'all_links') return allOf(connectionId);
  const codes = change.kind === 'product' ? change.links.map(({ sku }) => sku) : change.codes.map(({ code }) => code);
  return goingBy(tenant, { connectionId, kind: change.kind, codes });
}

/** A SKU that is not listed yet is left out: nothing went to the warehouse by it. A code or location may have been deleted since. */
async function write(tenant: Tenant, connectionId: number, change: MappingChanges): Promise<void> {
  const { accountId, db } = tenant;
  if (change.kind === 'product')
    await sql`
      update connector_products set product_id = p.id, units_per_sale = coalesce(given.units_per_sale, connector_products.units_per_sale)
      from json_to_recordset(${JSON.stringify(change.links)}::json) as given (sku text, product_id bigint, units_per_sale int)
      left join products p on ${inAccount(tenant, 'p')} and p.id = given.product_id
      where ${inAccount(tenant, 'connector_products')} and connection_id = ${connectionId}
        and connector_product_sku = given.sku`.execute(db);
  else if (change.kind === 'all_links') await takeLinksAway(tenant, connectionId);
  else if (change.kind === 'shipping')
    await sql`
      insert into shipping_options (account_id, connection_id, connector_code, amware_code)
      select distinct on (code) ${accountId}, ${connectionId}, code, given."to"
      from json_to_recordset(${JSON.stringify(change.codes)}::json) as given (code text, "to" text)
      on conflict (account_id, connection_id, connector_code) do update set amware_code = excluded.amware_code`.execute(db);
  else await writeLocations(tenant, connectionId, change.codes);
}

/**
 * Of all links only those are taken away by which the compared orders go: a connection may have a hundred thousand, and each that is
 * written is locked.
 */
async function takeLinksAway(tenant: Tenant, connectionId: number): Promise<void> {
  const ids = await sentToCompare(tenant, allOf(connectionId));
  await sql`
    update connector_products set product_id = null
    where ${inAccount(tenant)} and connection_id = ${connectionId} and product_id is not null and connector_product_sku in (
      select l.sku from orders o join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id
      where ${inAccount(tenant, 'o')} and o.warehouse_order_id = any(${ids}::bigint[]))`.execute(tenant.db);
}

type Locations = Extract<MappingChanges, { kind: 'location' }>['codes'];

/** A location that is neither known nor mapped stays unknown: it would stop orders that go on without it. */
async function writeLocations(tenant: Tenant, connectionId: number, codes: Locations): Promise<void> {
  const gone = codes.flatMap(({ code, is_deleted }) => (is_deleted ? code : []));
  await sql`
    delete from location_mappings
    where ${inAccount(tenant)} and connection_id = ${connectionId} and internal_id = any(${gone}::text[])`.execute(tenant.db);
  await sql`
    insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location)
    with mapped as materialized (
      select distinct on (code) code, given."to"
      from json_to_recordset(${JSON.stringify(codes)}::json) as given (code text, "to" text, is_deleted boolean)
      where given.is_deleted is not true and (given."to" is not null or exists (select 1 from location_mappings l
        where ${inAccount(tenant, 'l')} and l.connection_id = ${connectionId} and l.internal_id = given.code))
    )
    select ${tenant.accountId}, ${connectionId}, code, code, mapped."to" from mapped
    on conflict (account_id, connection_id, internal_id) do update set amware_location = excluded.amware_location`.execute(tenant.db);
}
