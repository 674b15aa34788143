import type { AuditVerb } from './audit-verbs.ts';
import type { Tenant } from './tenant.ts';
import { noteAudit } from './watch-writes.ts';

type Values = Record<string, unknown>;

export type AuditEntry = {
  verb: AuditVerb;
  /** What kind of record, as in `department`. */
  noun: string;
  /** Which one, by the name that people know it by. */
  record: { id: number; name: string };
  /** What it was; nothing for what was created. Never a secret. */
  from?: Values;
  /** What it is; nothing for what was deleted. Never a secret. */
  to?: Values;
};

/**
 * Records who did what, acting for whom, from where, in the transaction of the command that did it. Of the values only those
 * that differ are kept; a change without a difference is none.
 */
export async function writeAudit(tenant: Tenant, { verb, noun, record, from = {}, to = {} }: AuditEntry): Promise<void> {
  noteAudit();
  const changes = differences(from, to);
  if (verb === 'changed' && Object.keys(changes).length === 0) return;
  await tenant.db
    .insertInto('audit_entries')
    .values({
      account_id: tenant.accountId,
      user_id: tenant.userId,
      acting_as: tenant.actingAs,
      address: tenant.address,
      ...{ verb, noun, record_id: record.id, record_name: record.name },
      changes: JSON.stringify(changes),
    })
    .execute();
}

/** By field, as everywhere where changes are kept: `{ name: { from, to } }`. */
export function differences(from: Values, to: Values): Record<string, { from: unknown; to: unknown }> {
  const fields = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  const changed = fields.filter((field) => JSON.stringify(from[field] ?? null) !== JSON.stringify(to[field] ?? null));
  return Object.fromEntries(changed.map((field) => [field, { from: from[field] ?? null, to: to[field] ?? null }]));
}
