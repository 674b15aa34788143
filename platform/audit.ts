import { sql } from 'kysely';
import type { AuditVerb } from './audit-verbs.ts';
import { cutText } from './sentences.ts';
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
 * Records who did what, acting for whom, with which key, from where, in the transaction of the command that did it. Of the values only
 * those that differ are kept; a change without a difference is none.
 */
export const writeAudit = (tenant: Tenant, entry: AuditEntry): Promise<void> => writeAudits(tenant, [entry]);

/** The same for several records in one statement. */
export async function writeAudits(tenant: Tenant, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  noteAudit();
  const rows = entries.map(({ verb, noun, record: { id, name }, from = {}, to = {} }) => ({
    verb,
    noun,
    id,
    name,
    changes: differences(from, to),
  }));
  const changed = rows.filter(({ verb, changes }) => !onlyOfChanges.has(verb) || Object.keys(changes).length > 0);
  if (changed.length === 0) return;
  await sql`
    insert into audit_entries (account_id, user_id, acting_as, address, key_name, verb, noun, record_id, record_name, changes)
    select ${tenant.accountId}, ${tenant.userId}, ${tenant.actingAs}, ${tenant.address}, ${tenant.keyName}::text,
      verb, noun, id, name, changes
    from json_to_recordset(${JSON.stringify(changed)}::json) as entry (verb text, noun text, id bigint, name text, changes jsonb)
    returning 1`.execute(tenant.db);
}

/** Without a difference these are none. */
const onlyOfChanges: ReadonlySet<AuditVerb> = new Set<AuditVerb>(['changed', 'confirmed']);

const longestAudited = 1_000;

/** What an entry keeps of a long text, so that whoever edits one again and again does not fill the disk with entries. */
export const auditedText = (text: string, from = 0): string =>
  `${from > 0 ? '… ' : ''}${cutText(text.slice(from), longestAudited)}${text.length > from + longestAudited ? '…' : ''}`;

/** The same of a text before and after a change, from shortly before where they differ. */
export function auditedTexts(before: string, after: string): [string, string] {
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1;
  const from = Math.max(0, same - longestAudited / 2);
  return [auditedText(before, from), auditedText(after, from)];
}

/** By field, as everywhere where changes are kept: `{ name: { from, to } }`. */
export function differences(from: Values, to: Values): Record<string, { from: unknown; to: unknown }> {
  const fields = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  const changed = fields.filter((field) => JSON.stringify(from[field] ?? null) !== JSON.stringify(to[field] ?? null));
  return Object.fromEntries(changed.map((field) => [field, { from: from[field] ?? null, to: to[field] ?? null }]));
}
