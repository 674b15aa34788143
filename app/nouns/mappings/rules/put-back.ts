import { sql } from 'kysely';
import { z } from 'zod';
import type { Columns } from '../../../../platform/columns.ts';
import { existing } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type StoredChange, type UndoVerb, undoChanges } from '../../../base/changes/undo.ts';
import type { Undone } from '../../../shared/runs/bulk/undo.ts';
import { applyRules, removeRule } from './commands.ts';
import type { RuleChange } from './contract.ts';
import { mappingKind, presetKind, type RuleKind } from './kinds.ts';

/**
 * Puts a rule back as it was before an entry of its history; what did not exist then goes. Returns what that means at the warehouse.
 * @throws Refusal 404; 409 where somebody changed it since
 */
export async function putBack(tenant: Tenant, connectionId: number, entryId: number): Promise<string | null> {
  const { group_id } = await entryOf(tenant, connectionId, entryId);
  return undoGroup(tenant, group_id);
}

/** The same from Activity, by the changes that a run made. */
export async function undoRule(tenant: Tenant, group: number): Promise<Undone> {
  return { message: putBackInWords(await undoGroup(tenant, group)), runId: null, total: 1 };
}

/** What was put back, and what becomes of orders that the warehouse has. */
export const putBackInWords = (atWarehouse: string | null) => `The rule was put back.${atWarehouse === null ? '' : ` ${atWarehouse}`}`;

const undoGroup = (tenant: Tenant, group: number) => undoChanges(tenant, group, [verbOf(presetKind), verbOf(mappingKind)]);

/** Writes what is only tried. @throws Invalid; Refusal 404 */
export async function writeChange(tenant: Tenant, connectionId: number, change: RuleChange): Promise<void> {
  if (change.preset) await writeRule(tenant, connectionId, presetKind, change.preset);
  if (change.mapping) await writeRule(tenant, connectionId, mappingKind, change.mapping);
  if (change.delete_preset) await removeRule(tenant, connectionId, presetKind, change.delete_preset);
  if (change.delete_mapping) await removeRule(tenant, connectionId, mappingKind, change.delete_mapping);
  if (!change.put_back) return;
  const { noun, was } = await entryOf(tenant, connectionId, change.put_back);
  const write = noun === presetKind.noun.name ? writeFormer(presetKind) : writeFormer(mappingKind);
  await write(tenant, connectionId, was ?? {});
}

type Entry = Columns<'changes', 'group_id' | 'noun'> & { was: Record<string, unknown> | null };

/** @throws Refusal 404 */
async function entryOf(tenant: Tenant, connectionId: number, entryId: number): Promise<Entry> {
  const { rows } = await sql<Entry>`
    select group_id, noun, was from changes where ${inAccount(tenant)} and id = ${entryId} and record_id = ${connectionId}
      and noun in (${presetKind.noun.name}, ${mappingKind.noun.name})`.execute(tenant.db);
  return existing(rows[0], 'There is no such entry in the history of rules.');
}

/** What a rule sets may be gone at the warehouse by now. @throws Invalid */
async function writeRule<Rule>(tenant: Tenant, connectionId: number, kind: RuleKind<Rule>, rule: Rule, id?: number): Promise<void> {
  await kind.write(tenant, connectionId, rule, id);
  await kind.requireFitting(tenant, connectionId, rule);
}

/** Writes rules by their keys; null deletes one. */
const writeFormer =
  <Rule>(kind: RuleKind<Rule>) =>
  async (tenant: Tenant, connectionId: number, rules: Record<string, unknown>): Promise<void> => {
    for (const [key, rule] of Object.entries(rules))
      if (rule === null) await kind.delete(tenant, connectionId, { key });
      else await writeRule(tenant, connectionId, kind, kind.parse(rule), idOf(rule).id);
  };

const verbOf = <Rule>(kind: RuleKind<Rule>): UndoVerb<string | null> => ({
  noun: kind.noun,
  isUndoneTwice: true,
  nameOf: (_tenant, changes) => new Map(changes.map((change) => [change.record_id, keysOf(change).join(', ')])),
  /** Each rule by its key, those that are not there as null. */
  async read(tenant, { changes }) {
    const now = new Map<number, Record<string, unknown>>();
    for (const change of changes)
      for (const key of keysOf(change)) {
        const rule = await kind.lock(tenant, change.record_id, key);
        // With the values that it became it is as it was left, whatever its id is by now.
        now.set(change.record_id, { ...now.get(change.record_id), [key]: rule && { ...rule, ...idOf(change.is?.[key]) } });
      }
    return now;
  },
  async write(tenant, { changes }) {
    for (const { record_id, was } of changes) await writeFormer(kind)(tenant, record_id, was ?? {});
  },
  follow: async (tenant, { changes }) => (await applyRules(tenant, changes[0]?.record_id ?? 0)).atWarehouse,
  changedSince: (_key, by) =>
    `${by ? `${by.who} changed this rule${by.on}` : 'This rule has changed since'}, so it cannot be put back as it was before. ` +
    'Put back what was done later first.',
});

/** The id that the ledger has of a rule, which was new or deleted. */
const idOf = (stored: unknown): { id?: number | undefined } => withId.parse(stored ?? {});
const withId = z.object({ id: z.number().optional() });

const keysOf = ({ is }: StoredChange) => Object.keys(is ?? {});
