import type { Tenant } from '../../../platform/tenant.ts';
import type { Change } from '../../base/changes/noun.ts';
import { recordChanges } from '../../base/changes/record.ts';
import { recordTypeOf, type TaggedName } from '../../base/nouns.ts';
import type { OutcomeSentence } from '../runs/outcome-sentences.ts';
import { keepTags } from './stored.ts';
import { mostOfRecord } from './tag.ts';
import { taggingOf, writeTags } from './tagging.ts';
import { tagsOf } from './tags.ts';

type How = {
  /** The tags that are put on and taken off, by their ids. */
  add: readonly number[];
  remove: readonly number[];
  /** The group of changes of a run. */
  group?: number;
};
type Records = readonly Change['record'][];
/** `left`: why some stay as they are; `changes`: of the others; `group`: by which those are undone, null where there is none. */
type Retagged = { left: Map<number, OutcomeSentence>; changes: Change[]; group: number | null };

/** Puts tags on these records and takes others off them. They are locked; it can be undone by the ledger. */
export async function retag(tenant: Tenant, noun: TaggedName, records: Records, { add, remove, group }: How): Promise<Retagged> {
  const there = await keepTags(tenant, [...add, ...remove]);
  const existing = new Set(there.map(({ id }) => id));
  const terms = { add: add.filter((id) => existing.has(id)), remove: remove.filter((id) => existing.has(id)) };
  if (existing.size === 0) return { left: new Map(records.map(({ id }) => [id, { code: 'tags_gone' }])), changes: [], group: null };
  const before = await tagsOf(
    tenant,
    recordTypeOf(noun),
    records.map(({ id }) => id),
  );
  const left = new Map<number, OutcomeSentence>();
  const changes = records.flatMap((record): Change[] => {
    const plan = planOf(
      (before.get(record.id) ?? []).map(({ id }) => id),
      terms,
    );
    if ('left' in plan) left.set(record.id, plan.left);
    return 'left' in plan ? [] : [{ record, was: plan.was, is: plan.is }];
  });
  await writeTags(
    tenant,
    noun,
    changes.map(({ record, is }) => ({ id: record.id, tags: is ?? {} })),
  );
  const recorded = await recordChanges(tenant, taggingOf(noun), changes, { group });
  return { left, changes, group: recorded };
}

type Plan = { was: Record<string, boolean>; is: Record<string, boolean> } | { left: OutcomeSentence };

/**
 * What becomes of a record with these tags, as the ledger has it: whether it has each of those that change. An id that comes twice counts
 * once.
 */
export function planOf(has: readonly number[], { add, remove }: Pick<How, 'add' | 'remove'>): Plan {
  const added = [...new Set(add)].filter((id) => !has.includes(id));
  const removed = [...new Set(remove)].filter((id) => has.includes(id));
  if (added.length + removed.length === 0) return { left: { code: 'changed_already' } };
  if (added.length > 0 && has.length - removed.length + added.length > mostOfRecord)
    return { left: { code: 'too_many_tags', most: mostOfRecord } };
  const side = (is: boolean) => Object.fromEntries([...added.map((id) => [id, is]), ...removed.map((id) => [id, !is])]);
  return { was: side(false), is: side(true) };
}
