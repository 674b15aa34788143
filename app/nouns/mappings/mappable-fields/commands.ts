import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { existing, invalid } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unlessTaken } from '../../../../platform/unless-taken.ts';
import { recordChange } from '../../../base/changes/record.ts';
import type { Undoable } from '../../../shared/noun/record-undoable.ts';
import { fieldIncomplete } from './contract.ts';
import { mappableConnectors } from './queries.ts';
import { fields, type StoredField } from './stored.ts';

type NewField = { connector_id: string; name: string; description: string };
/** Adds a field that mappings may read. @throws Invalid for what lacks, and for one that there is already */
export async function createMappableField(tenant: Tenant, field: NewField): Promise<Undoable> {
  const { connector_id: connector, name, description } = field;
  const lacking = Object.entries({ name, description, connector_id: connector }).flatMap(([key, value]) =>
    value === '' ? [[key, [fieldIncomplete]]] : [],
  );
  if (lacking.length > 0) throw invalid(Object.fromEntries(lacking));
  if (!mappableConnectors.some(({ id }) => id === connector)) throw invalid({ connector_id: ['There is no such connector.'] });
  const added = sql<Columns<'mappable_fields', 'id'>>`
    insert into mappable_fields (connector, name, description, created_by) values (${connector}, ${name}, ${description}, ${tenant.userId})
    returning id`.execute(tenant.db);
  const { rows } = await unlessTaken('mappable_fields_connector_name_key', added, () =>
    invalid({ name: [`There is a field ${name} of this connector already.`] }),
  );
  const id = rows[0]?.id ?? 0;
  const is = { connector, name, description };
  return { id, name, changeGroup: await recordChange(tenant, fields, { record: { id, name }, was: null, is }) };
}

/** Deletes a field: it can no longer be chosen. @throws Refusal 404 */
export async function deleteMappableField(tenant: Tenant, id: number): Promise<Undoable> {
  const { rows } = await sql<StoredField>`
    delete from mappable_fields where id = ${id} returning connector, name, description`.execute(tenant.db);
  const was = existing(rows[0], 'This field no longer exists.');
  const { name } = was;
  return { id, name, changeGroup: await recordChange(tenant, fields, { record: { id, name }, was, is: null }) };
}
