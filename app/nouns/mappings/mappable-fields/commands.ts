import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { invalid, refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unlessTaken } from '../../../../platform/unless-taken.ts';
import type { ChangeNoun } from '../../../base/changes/noun.ts';
import { recordChange } from '../../../base/changes/record.ts';
import { fieldIncomplete } from './contract.ts';
import { mappableConnectors } from './queries.ts';

const fields: ChangeNoun = { name: 'mappable field' };

type NewField = { connector_id: string; name: string; description: string };

/** Adds a field that mappings may read, and returns its id. @throws Invalid for what lacks, and for one that there is already */
export async function createMappableField(tenant: Tenant, field: NewField): Promise<number> {
  const { connector_id, name, description } = field;
  const lacking = Object.entries({ name, description, connector_id }).flatMap(([key, value]) =>
    value === '' ? [[key, [fieldIncomplete]]] : [],
  );
  if (lacking.length > 0) throw invalid(Object.fromEntries(lacking));
  if (!mappableConnectors.some(({ id }) => id === connector_id)) throw invalid({ connector_id: ['There is no such connector.'] });
  const added = sql<Columns<'mappable_fields', 'id'>>`
    insert into mappable_fields (connector, name, description, created_by) values (${connector_id}, ${name}, ${description}, ${tenant.userId})
    returning id`.execute(tenant.db);
  const { rows } = await unlessTaken('mappable_fields_connector_name_key', added, () =>
    invalid({ name: [`There is a field ${name} of this connector already.`] }),
  );
  const id = rows[0]?.id ?? 0;
  const is = { connector: connector_id, name, description };
  await recordChange(tenant, fields, { record: { id, name }, was: null, is });
  return id;
}

/** Deletes a field: it is offered no more. @throws Refusal 404 */
export async function deleteMappableField(tenant: Tenant, id: number): Promise<void> {
  const { rows } = await sql<Columns<'mappable_fields', 'connector' | 'name' | 'description'>>`
    delete from mappable_fields where id = ${id} returning connector, name, description`.execute(tenant.db);
  const [from] = rows;
  if (!from) throw refuse(404, 'not_found', 'This field no longer exists.');
  await recordChange(tenant, fields, { record: { id, name: from.name }, was: from, is: null });
}
