import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Reply } from '../../../platform/endpoint.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { recordTypeOf, type TaggedName } from '../../base/nouns.ts';
import type { DiscussedNoun } from '../comments/records.ts';
import { selectedIds } from '../runs/bulk/selected.ts';
import type { Selection } from '../runs/bulk/start.ts';
import { wordOutcome } from '../runs/outcome-sentences.ts';
import type { previewTagsCall } from './contract.ts';
import { planOf } from './retag.ts';
import { keyOf, type Tag } from './tag.ts';
import { listTags } from './tags.ts';

const examples = 5;

type Selected = Columns<'tagged_records', 'record_id'> & { name: string; tags: number[] };
type Tagging = { noun: TaggedName; discussed: DiscussedNoun; selection: Selection; add: readonly string[]; remove: readonly number[] };
type Preview = Reply<typeof previewTagsCall>;

/** What putting tags on the selected records would do, or taking them off, as they are now. It writes nothing. */
export async function previewTags(tenant: Tenant, tagging: Tagging): Promise<Preview> {
  const [tags, rows] = [await listTags(tenant), await readSelected(tenant, tagging)];
  const byId = new Map(tags.map((tag) => [tag.id, tag]));
  const existing = (ids: readonly number[]) => ids.filter((id) => byId.has(id));
  const terms = { add: idsOf(tags, tagging.add), remove: existing(tagging.remove) };
  const isAsked = terms.add.length + terms.remove.length > 0;
  const plans = rows.map(({ record_id: id, name, tags: has }) => ({ id, name, has: existing(has), plan: planOf(existing(has), terms) }));
  const changing = isAsked ? plans.filter(({ plan }) => !('left' in plan)) : [];
  const left = Map.groupBy(isAsked ? plans : [], ({ plan }) => ('left' in plan ? wordOutcome(plan.left) : ''));
  left.delete('');
  const tagsWith = (ids: readonly number[]) => tags.filter(({ id }) => ids.includes(id));
  return {
    total: rows.length,
    changes: changing.length,
    left: [...left].map(([reason, { length: records }]) => ({ reason, records })),
    examples: changing.slice(0, examples).map(({ id, name, has }) => ({ id, name, tags: tagsWith(has) })),
    there: countEach(tags, plans),
  };
}

/** Each name by the id of its tag; those that would be created by numbers that no tag has. */
const idsOf = (tags: readonly Tag[], names: readonly string[]) => {
  const ids = new Map(tags.map(({ id, name }) => [keyOf(name), id]));
  const keys = new Set(names.map(keyOf));
  return [...keys].map((key, at) => ids.get(key) ?? -1 - at);
};

function countEach(tags: readonly Tag[], plans: readonly { has: readonly number[] }[]): Preview['there'] {
  const counts = new Map<number, number>();
  for (const { has } of plans) for (const id of has) counts.set(id, (counts.get(id) ?? 0) + 1);
  return tags.flatMap((tag) => (counts.has(tag.id) ? [{ ...tag, records: counts.get(tag.id) ?? 0 }] : []));
}

async function readSelected(tenant: Tenant, { noun, discussed, selection }: Tagging): Promise<Selected[]> {
  const { rows } = await sql<Selected>`
    select s.id as record_id, s.name, coalesce(r.tags, '[]') as tags
    from (select id, ${discussed.name} as name from ${discussed.from} and ${inAccount(tenant)}
      and id = any(array(${selectedIds(tenant, noun, selection)}))) as s
    left join lateral (select json_agg(t.tag_id) as tags from tagged_records t
      where ${inAccount(tenant, 't')} and t.record_type = ${recordTypeOf(noun)} and t.record_id = s.id) as r on true
    order by s.id`.execute(tenant.db);
  return rows;
}
