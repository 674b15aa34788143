import { sql } from 'kysely';
import type { CarrierMethods, WarehouseName } from '../../../connectors/contract.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { recheckBuildings, recheckMethods } from '../order-flow/recheck.ts';

/** Stores the warehouse's locations and shipping methods, the choices of mappings. Orders that wait for one of them go on. */
export async function storeReference(
  tenant: Tenant,
  connectionId: number,
  places: WarehouseName[],
  carriers: CarrierMethods[],
): Promise<{ done: number; skipped: number }> {
  const { rows: warehouses } = await sql`
    insert into warehouses (account_id, connection_id, code, name)
    select ${tenant.accountId}, ${connectionId}, id, name from json_to_recordset(${JSON.stringify(places)}::json) as place (id text,
      name text)
    on conflict (account_id, connection_id, code) do update set name = excluded.name where warehouses.name <> excluded.name
    returning code`.execute(tenant.db);
  await recheckBuildings(tenant);
  const methods = carriers.flatMap(({ carrier, methods: those }) => those.map((method) => ({ carrier, ...method })));
  const { rows: changed } = await sql`
    insert into shipping_methods (account_id, connection_id, code, name, carrier)
    select ${tenant.accountId}, ${connectionId}, code, name, carrier from json_to_recordset(${JSON.stringify(methods)}::json) as method
      (code text, name text, carrier text)
    on conflict (account_id, connection_id, code) do update set name = excluded.name, carrier = excluded.carrier
    where (shipping_methods.name, shipping_methods.carrier) <> (excluded.name, excluded.carrier)
    returning code`.execute(tenant.db);
  await recheckMethods(tenant);
  const done = warehouses.length + changed.length;
  return { done, skipped: places.length + methods.length - done };
}
