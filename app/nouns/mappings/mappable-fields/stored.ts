import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unlessTaken } from '../../../../platform/unless-taken.ts';
import type { ChangeNoun, Values } from '../../../base/changes/noun.ts';
import { auditOf } from '../../../base/changes/record.ts';
import { type StoredChange, type UndoVerb, undoChanges } from '../../../base/changes/undo.ts';
import type { Undone } from '../../../shared/runs/bulk/undo.ts';
import { connectorLabel } from './queries.ts';

const name = 'mappable field';

/**
 * As the ledger has one: of the account in which a super admin worked, though all accounts have the field. The audit has its connector by
 * the name that people know.
 */
export const fields: ChangeNoun = {
  name,
  audited: (_tenant, changes, verb) =>
    changes.map(({ was, is, ...change }) => auditOf({ name }, { ...change, was: labelled(was), is: labelled(is) }, verb)),
};

const labelled = (side: Values | null): Values | null => side && { ...side, connector: connectorLabel(String(side.connector)) };

export type StoredField = Columns<'mappable_fields', 'connector' | 'name' | 'description'>;

/** Deletes a field that was added, or has one again that was deleted. @throws Refusal 404; 409 where that is no longer possible */
export async function undoField(tenant: Tenant, group: number): Promise<Undone> {
  const sentence = await undoChanges(tenant, group, [verb]);
  return { message: sentence, runId: null, total: 1 };
}

const changedSince = 'It has been deleted, or added again, since. This cannot be undone.';

const nameOf = ({ was, is }: StoredChange) => String((was ?? is)?.name);

const verb: UndoVerb<string> = {
  noun: fields,
  nameOf: (_tenant, changes) => new Map(changes.map((change) => [change.record_id, nameOf(change)])),
  /** What is to be there again is something else by now, where somebody added the same field. */
  async read(tenant, { changes }) {
    const { rows } = await sql<StoredField & { id: number }>`
      select g.record_id as id, f.connector, f.name, f.description
      from json_to_recordset(${JSON.stringify(changes)}::json) as g (record_id bigint, was json)
      join mappable_fields f on f.id = g.record_id or (f.connector = g.was ->> 'connector' and f.name = g.was ->> 'name')
      order by f.id for update of f`.execute(tenant.db);
    return new Map(rows.map(({ id, ...values }) => [id, values]));
  },
  async write(tenant, { changes }) {
    const written = sql`
      with gone as (
        delete from mappable_fields f using json_to_recordset(${JSON.stringify(changes)}::json) as g (record_id bigint, was json)
        where f.id = g.record_id and g.was is null
      )
      insert into mappable_fields (id, connector, name, description, created_by) overriding system value
      select g.record_id, g.was ->> 'connector', g.was ->> 'name', g.was ->> 'description', ${tenant.userId}::bigint
      from json_to_recordset(${JSON.stringify(changes)}::json) as g (record_id bigint, was json) where g.was is not null`.execute(
      tenant.db,
    );
    // Somebody may be adding the same field, which nobody else can read yet.
    await unlessTaken('mappable_fields_connector_name_key', written, () => refuse(409, 'changed_since', changedSince));
  },
  follow: async (_tenant, { changes }) =>
    changes.map((change) => `“${nameOf(change)}” ${change.was ? 'is there again' : 'is no longer there'}.`).join(' '),
  changedSince: (_field, by) => (by ? `${by.who} changed it${by.on}, so this cannot be undone.` : changedSince),
};
