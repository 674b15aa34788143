import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Values } from '../../base/changes/noun.ts';
import { type StoredChange, type UndoVerb, undoEach } from '../../base/changes/undo.ts';
import { recordTypeOf, type TaggedName } from '../../base/nouns.ts';
import type { BulkNoun, Verb } from '../runs/bulk/noun.ts';
import type { OutcomeSentence } from '../runs/outcome-sentences.ts';
import { planOf, retag } from './retag.ts';
import { keepTags, tagChanges } from './stored.ts';
import { mostOfRecord } from './tag.ts';
import { taggingOf, writeTags } from './tagging.ts';
import { tagsOf } from './tags.ts';

/** The verbs of a noun by which people put tags on many of its records, or take them off. */
export type TagWork = 'add-tags' | 'remove-tags' | 'undo-tags';
/** The tags, by their ids. */
export type TagTerms = { tags?: readonly number[] };

type Records<Row extends { id: number }> = Pick<BulkNoun<Row>, 'lock' | 'label'> & {
  name: TaggedName;
  /** Whether a record was deleted that can be locked all the same. */
  isDeleted?: (row: Row) => boolean;
};

/** Putting tags on many records of a noun, taking them off, and giving them back as they were. */
export function tagVerbs<Row extends { id: number }>({
  name,
  lock,
  label,
  isDeleted = () => false,
}: Records<Row>): { [Each in TagWork]: Verb<Row, TagWork, TagTerms> } {
  const skip = (row: Row): OutcomeSentence | null => (isDeleted(row) ? { code: 'deleted_since' } : null);
  const named = (row: Row) => ({ id: row.id, name: label(row) });
  return {
    'add-tags': {
      ...{ skip, undo: 'undo-tags' },
      perform: (tenant, rows, { terms: { tags = [] }, group }) => retag(tenant, name, rows.map(named), { add: tags, remove: [], group }),
    },
    'remove-tags': {
      ...{ skip, undo: 'undo-tags' },
      perform: (tenant, rows, { terms: { tags = [] }, group }) => retag(tenant, name, rows.map(named), { add: [], remove: tags, group }),
    },
    'undo-tags': {
      skip,
      async giveBack(tenant, ids, group) {
        const rows = await lock(tenant, [...ids]);
        const names = new Map(rows.map((row) => [row.id, label(row)]));
        const full = new Set<number>();
        const left = await undoEach(tenant, group, ids, undoOf(name, names, full));
        for (const id of full) left.set(id, { code: 'too_many_tags', most: mostOfRecord });
        return { left };
      },
    },
  };
}

/**
 * How the tags of records that are locked are given back, by their names. Where somebody put one on or took it off since, they stay, and
 * where a record would have too many: those are added to `full`.
 */
const undoOf = (noun: TaggedName, names: Map<number, string>, full: Set<number>): UndoVerb<void, OutcomeSentence> => ({
  noun: taggingOf(noun),
  nameOf: () => names,
  async read(tenant, { changes }) {
    const there = new Set((await keepTags(tenant, tagsIn(changes))).map(({ id }) => id));
    const tags = await tagsOf(tenant, recordTypeOf(noun), [...names.keys()]);
    const changed = await changedSince(tenant, noun, changes);
    const valuesOf = ({ record_id, was, is }: StoredChange): Values => {
      const has = new Set(tags.get(record_id)?.map(({ id }) => id));
      const stands = !changed.has(record_id);
      if (stands && wouldHaveTooMany([...has], was ?? {})) full.add(record_id);
      const hasNow = (id: number) => (there.has(id) && stands && !full.has(record_id) ? has.has(id) : null);
      return Object.fromEntries(Object.keys(is ?? {}).map((id) => [id, hasNow(Number(id))]));
    };
    return new Map(changes.filter(({ record_id }) => names.has(record_id)).map((change) => [change.record_id, valuesOf(change)]));
  },
  write: (tenant, { changes }) =>
    writeTags(
      tenant,
      noun,
      changes.map(({ record_id: id, was }) => ({ id, tags: was ?? {} })),
    ),
  follow: () => Promise.resolve(),
  changedSince: (_tag, by) => (by ? { code: 'changed_by', ...by.kept } : { code: 'changed_since' }),
});

function wouldHaveTooMany(has: readonly number[], was: Values): boolean {
  const idsWith = (had: boolean) => Object.keys(was).flatMap((id) => (was[id] === had ? Number(id) : []));
  const plan = planOf(has, { add: idsWith(true), remove: idsWith(false) });
  return 'left' in plan && plan.left.code === 'too_many_tags';
}

const tagsIn = (changes: readonly StoredChange[]) => [...new Set(changes.flatMap(({ is }) => Object.keys(is ?? {}).map(Number)))];

/**
 * Those of these records of which somebody put on or took off one of the same tags since, also where it is again as it was; and those of
 * a tag into which another was merged since, which they may have from there.
 */
async function changedSince(tenant: Tenant, noun: TaggedName, changes: readonly StoredChange[]): Promise<Set<number>> {
  const own = changes.map(({ id, record_id, is }) => ({ id, record_id, tags: Object.keys(is ?? {}) }));
  const { rows } = await sql<Columns<'changes', 'record_id'>>`
    with own as (select * from json_to_recordset(${JSON.stringify(own)}::json) as own (id bigint, record_id bigint, tags text[]))
    select c.record_id from own
    join changes c on ${inAccount(tenant, 'c')} and c.noun = ${taggingOf(noun).name} and c.record_id = own.record_id and c.id > own.id
      and c.packed is null and c.is ?| own.tags
    union
    select own.record_id from own
    join changes m on ${inAccount(tenant, 'm')} and m.noun = ${tagChanges.name} and m.record_id = any(own.tags::bigint[]) and m.id > own.id
      and m.packed is null and m.is ? 'merged'`.execute(tenant.db);
  return new Set(rows.flatMap(({ record_id }) => record_id ?? []));
}
