import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ChangeNoun } from '../../../base/changes/noun.ts';
import { type StoredChange, type UndoVerb, undoChanges } from '../../../base/changes/undo.ts';
import { applyRules } from './commands.ts';
import { type MappingBody, mappingBody, type PresetBody, presetBody } from './contract.ts';
import { requireFittingMapping, requireFittingPreset } from './fitting.ts';
import { mappingNamed, nouns } from './nouns.ts';
import { deleteMappingBy, deletePresetOf, lockMapping, lockPreset, writeMapping, writePreset } from './write.ts';

/**
 * Puts a rule back as it was before an entry of its history; what did not exist then goes. Returns what that means at the warehouse.
 * @throws Refusal 404; 409 where somebody changed it since
 */
export async function putBack(tenant: Tenant, connectionId: number, entryId: number): Promise<string | null> {
  const { rows } = await sql<Columns<'changes', 'group_id'>>`
    select group_id from changes where ${inAccount(tenant)} and id = ${entryId} and record_id = ${connectionId}`.execute(tenant.db);
  if (!rows[0]) throw refuse(404, 'not_found', notThere);
  return undoChanges(tenant, rows[0].group_id, verbs);
}

/** Writes only what the rule was before an entry of its history. @throws Refusal 404 */
export async function writeFormer(tenant: Tenant, connectionId: number, entryId: number): Promise<void> {
  const { rows } = await sql<Columns<'changes', 'noun'> & { was: Record<string, unknown> | null }>`
    select noun, was from changes where ${inAccount(tenant)} and id = ${entryId} and record_id = ${connectionId}`.execute(tenant.db);
  const [change] = rows;
  const written = change && rules.find(({ noun }) => noun.name === change.noun);
  if (!written) throw refuse(404, 'not_found', notThere);
  for (const [key, rule] of Object.entries(change.was ?? {})) await written.write(tenant, connectionId, key, rule);
}

const notThere = 'There is no such entry in the history of rules.';

type Written = (tenant: Tenant, connectionId: number, key: string, rule: unknown) => Promise<unknown>;

/** Each rule by its key, those that are not there as null. */
type Read = (tenant: Tenant, connectionId: number, key: string) => Promise<unknown>;

const verbOf = ({ noun, read, write }: Rules): UndoVerb<string | null> => ({
  noun,
  isUndoneTwice: true,
  nameOf: (_tenant, changes) => new Map(changes.map((change) => [change.record_id, keysOf(change).join(', ')])),
  async read(tenant, { changes }) {
    const now = new Map<number, Record<string, unknown>>();
    for (const change of changes)
      for (const key of keysOf(change))
        now.set(change.record_id, { ...now.get(change.record_id), [key]: await read(tenant, change.record_id, key) });
    return now;
  },
  async write(tenant, { changes }) {
    for (const { record_id, was } of changes)
      for (const [key, rule] of Object.entries(was ?? {})) await write(tenant, record_id, key, rule);
  },
  follow: async (tenant, { changes }) => (await applyRules(tenant, changes[0]?.record_id ?? 0)).atWarehouse,
  changedSince: (_key, by) =>
    `${by ? `${by.who} changed this rule${by.on}` : 'This rule has changed since'}, so it cannot be put back as it was before. Put back what was done later first.`,
});

const keysOf = ({ is }: StoredChange) => Object.keys(is ?? {});

/** What a rule sets may be gone at the warehouse by now. @throws Invalid */
async function writeRule(tenant: Tenant, connectionId: number, rule: PresetBody | MappingBody): Promise<void> {
  if ('field_name' in rule) {
    await writePreset(tenant, connectionId, rule);
    await requireFittingPreset(tenant, rule);
  } else {
    await writeMapping(tenant, connectionId, rule);
    await requireFittingMapping(tenant, connectionId, rule);
  }
}

type Rules = { noun: ChangeNoun; read: Read; write: Written };

const rules: readonly Rules[] = [
  {
    noun: nouns.preset,
    read: lockPreset,
    write: (tenant, connectionId, key, rule) =>
      rule === null ? deletePresetOf(tenant, connectionId, key) : writeRule(tenant, connectionId, presetBody.parse(rule)),
  },
  {
    noun: nouns.mapping,
    read: (tenant, connectionId, key) => lockMapping(tenant, connectionId, mappingNamed(key)),
    write: (tenant, connectionId, key, rule) =>
      rule === null ? deleteMappingBy(tenant, connectionId, mappingNamed(key)) : writeRule(tenant, connectionId, mappingBody.parse(rule)),
  },
];

const verbs = rules.map(verbOf);
