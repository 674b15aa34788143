import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { type DiscussedNouns, lockRecord } from '../comments/records.ts';
import { recordAction } from '../runs/commands.ts';
import { wordOutcome } from '../runs/outcome-sentences.ts';
import { retag } from './retag.ts';
import { tagsNamed } from './stored.ts';
import { type Tagged as Record, taggedNoun } from './tag.ts';

/** `add`: by their names; `remove`: by their ids. */
type Tags = { add: readonly string[]; remove: readonly number[] };
/** How many tags were put on and taken off; `runId`: what Activity has of it, by which it can be undone; null where it was so. */
type Tagged = { name: string; added: number; removed: number; runId: number | null };

/** Puts tags on a record, creating those that there are not, and takes others off it. @throws Refusal 404, 409 beyond a bound */
export async function tagRecord(tenant: Tenant, all: DiscussedNouns, record: Record, { add, remove }: Tags): Promise<Tagged> {
  const { id, name } = await lockRecord(tenant, all, record);
  const noun = taggedNoun(record.type);
  const { left, changes, group } = await retag(tenant, noun, [{ id, name }], { add: await tagsNamed(tenant, add), remove });
  const reason = left.get(id);
  if (reason?.code === 'too_many_tags') throw refuse(409, 'too_many_tags', `${name} stays as it is. ${wordOutcome(reason)}`);
  if (group === null) return { name, added: 0, removed: 0, runId: null };
  const now = Object.values(changes[0]?.is ?? {});
  const [added, removed] = [true, false].map((has) => now.filter((each) => each === has).length) as [number, number];
  const action = added > 0 ? 'add-tags' : 'remove-tags';
  const runId = await recordAction(tenant, {
    ...{ subject: { code: 'one', name, action }, entity: noun, action, undoable: true, changeGroup: group },
    record: { type: record.type, id, label: name },
  });
  return { name, added, removed, runId };
}
