import { sql } from 'kysely';
import { connectors } from '../../../../connectors/index.ts';
import type { Columns } from '../../../../platform/columns.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { MappableField } from './contract.ts';

/** The channels whose orders have fields. */
export const mappableConnectors = connectors.flatMap(({ name, label, orders }) => (orders ? [{ id: name, name: label }] : []));

const labels = new Map(mappableConnectors.map(({ id, name }) => [id, name]));

/** What people call a connector. */
export const connectorLabel = (name: string): string => labels.get(name) ?? name;

/** Every mappable field, by connector and path. */
export async function listMappableFields({ db }: Tenant): Promise<MappableField[]> {
  const { rows } = await sql<Columns<'mappable_fields', 'id' | 'name' | 'description' | 'connector'>>`
    select id, connector, name, description from mappable_fields order by connector, name limit 2000`.execute(db);
  return rows.map(({ connector, ...row }) => ({ ...row, connector_id: connector, connector_name: connectorLabel(connector) }));
}
