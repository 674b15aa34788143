import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type AuditEntry, writeAudits } from '../../../platform/audit.ts';
import type { AuditVerb } from '../../../platform/audit-verbs.ts';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { noteAudit } from '../../../platform/watch-writes.ts';
import type { Change, ChangeNoun, Values } from './noun.ts';

type How = {
  /** Where it is neither created, changed, deleted nor undone. */
  verb?: AuditVerb | undefined;
  /** What was changed before together with it. */
  group?: number | undefined;
  /** False where it is part of what the audit tells of already. */
  isAudited?: boolean;
  /** True where the ledger has it in the packed form of an import. */
  isPacked?: boolean;
};

/**
 * Records what a person changed, in the transaction of the command that changed it, and tells whoever the noun says: the audit, the
 * history, open pages. One statement for all records, however many. Returns their group, by which they are undone; null where
 * nothing is other than it was.
 */
export async function recordChanges(
  tenant: Tenant,
  noun: ChangeNoun,
  changes: readonly Change[],
  { verb, group, isAudited = true, isPacked = false }: How = {},
): Promise<number | null> {
  // A command that changed nothing has nothing to tell, and has not forgotten to.
  if (isAudited) noteAudit();
  const changed = changes.flatMap((change) => differing(change) ?? []);
  if (changed.length === 0) return null;
  const rows = isPacked ? [] : await insert(tenant, noun.name, changed, group);
  await noun.history?.(
    tenant,
    changed.map((change, at) => ({ ...change, id: rows[at]?.id ?? 0 })),
  );
  if (isAudited)
    await writeAudits(
      tenant,
      noun.audited ? await noun.audited(tenant, changed, verb) : changed.map((change) => auditOf(noun, change, verb)),
    );
  if (noun.topic)
    notify(
      tenant,
      noun.topic,
      changed.map(({ record }) => record.id),
    );
  return rows[0]?.group_id ?? null;
}

/** The same of one record. */
export const recordChange = (tenant: Tenant, noun: ChangeNoun, change: Change, how?: How): Promise<number | null> =>
  recordChanges(tenant, noun, [change], how);

async function insert(tenant: Tenant, noun: string, changes: Change[], group: number | undefined) {
  const entries = changes.map(({ record, was, is, undoes }) => ({ record_id: record.id, was, is, undoes }));
  const { rows } = await sql<Columns<'changes', 'id' | 'group_id'>>`
    with act as (select ${group === undefined ? sql`nextval('changes_id_seq')` : sql`${group}::bigint`} as id)
    insert into changes (account_id, group_id, user_id, noun, record_id, was, "is", undoes)
    select ${tenant.accountId}, act.id, ${tenant.userId}, ${noun}, g.record_id, g.was, g.is, g.undoes
    from act,
      rows from (json_to_recordset(${JSON.stringify(entries)}::json) as (record_id bigint, was jsonb, "is" jsonb, undoes bigint))
        with ordinality as g
    order by g.ordinality returning id, group_id`.execute(tenant.db);
  return rows;
}

/** A change of those fields alone that differ; undefined where none does. */
function differing(change: Change): Change | undefined {
  const { was, is } = change;
  if (was === null || is === null) return was === is ? undefined : change;
  const fields = Object.keys({ ...was, ...is }).filter((field) => !isSame(was[field], is[field]));
  return fields.length === 0 ? undefined : { ...change, was: only(was, fields), is: only(is, fields) };
}

/** As JSON keeps them: a time is its text, and what is undefined is null. */
export const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(asKept(one), asKept(other));
const asKept = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

const only = (values: Values, fields: readonly string[]): Values =>
  Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));

/** What the audit says of a change, where its noun says nothing else. */
export function auditOf(
  { name: noun, unaudited = [] }: ChangeNoun,
  { record, was, is, undoes }: Change,
  verb: AuditVerb | undefined,
): AuditEntry {
  const usual = undoes !== undefined ? 'undid' : was === null ? 'created' : is === null ? 'deleted' : 'changed';
  const audited = (side: Values | null) => Object.fromEntries(Object.entries(side ?? {}).filter(([field]) => !unaudited.includes(field)));
  return { verb: verb ?? usual, noun, record, from: audited(was), to: audited(is) };
}
