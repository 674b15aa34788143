import type { AuditEntry } from '../../../../platform/audit.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Change, ChangeNoun } from '../../../base/changes/noun.ts';
import type { MappingBody } from './contract.ts';
import { mappingName, presetName } from './in-words.ts';

/** There is one field mapping of a source field, its value and a destination. */
export const mappingKey = (mapping: Pick<MappingBody, 'source_field' | 'source_value' | 'destination_field'>): string =>
  JSON.stringify([mapping.source_field, mapping.source_value, mapping.destination_field]);

/** What such a key names. */
export function mappingNamed(key: string): Pick<MappingBody, 'source_field' | 'source_value' | 'destination_field'> {
  const [source_field = '', source_value = '', destination_field = ''] = JSON.parse(key) as string[];
  return { source_field, source_value, destination_field };
}

/** The rules of a connection, by their keys: the record is the connection. What is null is not there. */
export const nouns = {
  preset: { name: 'preset', audited: (tenant, changes) => audited(tenant, changes, 'preset', presetName) },
  mapping: { name: 'field mapping', audited: (tenant, changes) => audited(tenant, changes, 'field mapping', mappingName) },
} as const satisfies Record<string, ChangeNoun>;

type Rule = Record<string, string>;

/** A change of a rule in the audit: the rule before and after, and the channel. */
async function audited(tenant: Tenant, changes: readonly Change[], noun: string, nameOf: (rule: Rule) => string): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (const { record, was, is, undoes } of changes) {
    const channel = await nameOfConnection(tenant, record.id);
    for (const key of Object.keys({ ...was, ...is })) {
      const [from, to] = [was?.[key], is?.[key]].map(asTyped);
      const usual = from ? (to ? 'changed' : 'deleted') : 'created';
      entries.push({
        ...{ verb: undoes === undefined ? usual : 'undid', noun, record: { id: record.id, name: nameOf(to ?? from ?? {}) } },
        ...(from && { from: to ? { rule: from } : { channel, rule: from } }),
        ...(to && { to: { channel, rule: to } }),
      });
    }
  }
  return entries;
}

/** What a person typed of it: its id is for the ledger. */
function asTyped(stored: unknown): Rule | undefined {
  if (!stored) return undefined;
  const { id: _, ...rule } = stored as Rule;
  return rule;
}

async function nameOfConnection({ accountId, db }: Tenant, id: number): Promise<string> {
  const { name } = await db
    .selectFrom('connections')
    .select('name')
    .where(inAccount({ accountId }))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
}
