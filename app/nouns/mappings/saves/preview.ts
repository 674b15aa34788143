import { sql } from 'kysely';
import type { Tenant } from '../../../../platform/tenant.ts';
import { sentInWords } from '../../order-flow/sent/in-words.ts';
import type { Which } from '../../order-flow/sent/which.ts';
import type { MappingChanges } from './contract.ts';
import { allOf, goingBy } from './sent.ts';

/** What becomes of orders at the warehouse if mappings of a connection are changed: tried, and taken back. Null where none is concerned. */
export async function previewMapping(tenant: Tenant, connectionId: number, change: MappingChanges): Promise<string | null> {
  await sql`savepoint mapping_tried`.execute(tenant.db);
  await write(tenant, connectionId, change);
  const words = await sentInWords(tenant, concernedBy(connectionId, change));
  await sql`rollback to savepoint mapping_tried`.execute(tenant.db);
  return words;
}

function concernedBy(connectionId: number, change: MappingChanges): Which {
  if (change.kind === 'all_links') return allOf(connectionId);
  const codes = change.kind === 'product' ? change.links.map(({ sku }) => sku) : change.codes.map(({ code }) => code);
  return goingBy({ connectionId, kind: change.kind, codes });
}

/** What is not listed yet is left out: nothing went to the warehouse by it. */
async function write({ db, accountId }: Tenant, connectionId: number, change: MappingChanges): Promise<void> {
  const ofConnection = sql`account_id = ${accountId} and connection_id = ${connectionId}`;
  switch (change.kind) {
    case 'product':
      await sql`
        update connector_products set product_id = p.id, units_per_sale = coalesce(given.units_per_sale, connector_products.units_per_sale)
        from json_to_recordset(${JSON.stringify(change.links)}::json) as given (sku text, product_id bigint, units_per_sale int)
        left join products p on p.account_id = ${accountId} and p.id = given.product_id
        where connector_products.account_id = ${accountId} and connection_id = ${connectionId} and connector_product_sku = given.sku`.execute(
        db,
      );
      return;
    case 'all_links':
      await sql`update connector_products set product_id = null where ${ofConnection} and product_id is not null`.execute(db);
      return;
    case 'shipping':
      await sql`
        update shipping_options set amware_code = given."to" from json_to_recordset(${JSON.stringify(change.codes)}::json) as given (code text, "to" text)
        where ${ofConnection} and connector_code = given.code`.execute(db);
      return;
    case 'location': {
      const gone = change.codes.flatMap(({ code, is_deleted }) => (is_deleted ? code : []));
      await sql`delete from location_mappings where ${ofConnection} and internal_id = any(${gone}::text[])`.execute(db);
      await sql`
        update location_mappings set amware_location = given."to" from json_to_recordset(${JSON.stringify(change.codes)}::json) as given (code text, "to" text)
        where ${ofConnection} and internal_id = given.code`.execute(db);
    }
  }
}
