import { sql } from 'kysely';
import { connectors } from '../../../../connectors/index.ts';
import type { Columns } from '../../../../platform/columns.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { MappableField } from './contract.ts';

/** The channels whose orders have fields. */
export const mappableConnectors = connectors.flatMap(({ name, label, orders }) => (orders ? [{ id: name, name: label }] : []));

/** Every mappable field, by connector and path. */
export async function listMappableFields({ db }: Tenant): Promise<MappableField[]> {
  const { rows } = await sql<Columns<'mappable_fields', 'id' | 'name' | 'description' | 'connector'>>`
    select id, connector, name, description from mappable_fields order by connector, name limit 2000`.execute(db);
  const labels = new Map(mappableConnectors.map(({ id, name }) => [id, name]));
  return rows.map(({ connector, ...row }) => ({ ...row, connector_id: connector, connector_name: labels.get(connector) ?? connector }));
}
