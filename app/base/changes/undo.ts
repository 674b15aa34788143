import { sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { lockOf } from '../../../platform/locks.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { ChangeNoun, Values } from './noun.ts';
import { isSame, recordChanges } from './record.ts';
import { type LastBy, lastChangedBy } from './since.ts';

/** A change as the ledger has it. */
export type StoredChange = Columns<'changes', 'id' | 'at'> & {
  record_id: NonNullable<Column<'changes', 'record_id'>>;
  was: Values | null;
  is: Values | null;
};

/** What of a group its undo is about, and how it is named. */
type Group = { id: number; changes: readonly StoredChange[] };

/** How what people changed of a noun is undone. */
export type UndoVerb<Result, Reason = string> = {
  noun: ChangeNoun;
  /** How a record is called in the audit. */
  nameOf: (tenant: Tenant, changes: readonly StoredChange[]) => Promise<Map<number, string>> | Map<number, string>;
  /**
   * Locks the records, and reads what they are now: by id, one that is not there is left out. @throws Refusal where the noun forbids it,
   * whatever they are
   */
  read: (tenant: Tenant, group: Group) => Promise<Map<number, Values>>;
  /** Of records that could be given their values back one by one, why some keep what they have all the same. */
  keep?: (tenant: Tenant, group: Group) => Promise<Map<number, Reason>>;
  /** Gives each the values back that it had. */
  write: (tenant: Tenant, group: Group) => Promise<void>;
  /** What follows from it in the same transaction: checks again, takes back, asks the warehouse. */
  follow: (tenant: Tenant, group: Group) => Promise<Result>;
  /** Why it is not undone: this field was changed since. `by`: who changed it, where a person did. */
  changedSince: (field: string, by: LastBy | undefined) => Reason;
  /** Whether an undo can be undone too. */
  isUndoneTwice?: true;
  /** For how long it can be undone, and what whoever comes later is told. */
  deadline?: { seconds: number; late: string };
};

/**
 * Undoes what was changed together, whole or not at all: where each field is still what it became, it is again what it was. The undo is
 * a change of its own. @throws Refusal 404; 409 where it was undone, it is too late, or somebody changed a field since: who and when
 */
export async function undoChanges<Result>(tenant: Tenant, groupId: number, verbs: readonly UndoVerb<Result>[]): Promise<Result> {
  await sql`select pg_advisory_xact_lock(${lockOf('changes', groupId)})`.execute(tenant.db);
  const stored = await changesOf(tenant, groupId);
  const verb = verbs.find(({ noun }) => noun.name === stored[0]?.noun);
  if (!verb || (!verb.isUndoneTwice && stored.some(({ undoes }) => undoes !== null)))
    throw refuse(404, 'not_found', 'There is nothing to undo.');
  if (stored.some(({ undone }) => undone)) throw refuse(409, 'undone', 'This has been undone already.');
  const group = { id: groupId, changes: stored };
  const now = await verb.read(tenant, group);
  for (const change of stored) {
    const reason = await whyNot(tenant, verb, change, now.get(change.record_id) ?? null);
    if (reason !== undefined) throw refuse(409, 'changed_since', reason);
  }
  const result = await takeBack(tenant, verb, group);
  if (verb.deadline) await requireInTime(tenant, groupId, verb.deadline);
  return result;
}

/**
 * The same for some records of a group, each for itself: one of which a field was changed since is left as it is. Returns why some were
 * left. A record that was undone before, or of which the group changed nothing, is none of them.
 */
export async function undoEach<Reason>(
  tenant: Tenant,
  groupId: number,
  recordIds: readonly number[],
  verb: UndoVerb<unknown, Reason>,
): Promise<Map<number, Reason>> {
  await sql`select pg_advisory_xact_lock(${lockOf('changes', groupId)})`.execute(tenant.db);
  const changes = (await changesOf(tenant, groupId, recordIds)).filter(({ undone }) => !undone);
  const now = await verb.read(tenant, { id: groupId, changes });
  const left = new Map<number, Reason>();
  for (const change of changes) {
    const reason = await whyNot(tenant, verb, change, now.get(change.record_id) ?? null);
    if (reason !== undefined) left.set(change.record_id, reason);
  }
  const standing = changes.filter(({ record_id }) => !left.has(record_id));
  const kept = standing.length > 0 ? await verb.keep?.(tenant, { id: groupId, changes: standing }) : undefined;
  for (const [id, reason] of kept ?? []) left.set(id, reason);
  const undone = standing.filter(({ record_id }) => !left.has(record_id));
  if (undone.length > 0) await takeBack(tenant, verb, { id: groupId, changes: undone });
  return left;
}

/** Writes what the changes say that was, and records that as changes of their own. */
async function takeBack<Result>(tenant: Tenant, verb: UndoVerb<Result, unknown>, group: Group): Promise<Result> {
  await verb.write(tenant, group);
  const names = await verb.nameOf(tenant, group.changes);
  await recordChanges(
    tenant,
    verb.noun,
    group.changes.map(({ id, record_id, was, is }) => ({
      record: { id: record_id, name: names.get(record_id) ?? '' },
      was: is,
      is: was,
      undoes: id,
    })),
  );
  return verb.follow(tenant, group);
}

async function changesOf(tenant: Tenant, groupId: number, recordIds?: readonly number[]) {
  const { rows } = await sql<StoredChange & Columns<'changes', 'noun' | 'undoes'> & { undone: boolean }>`
    select c.id, c.at, c.noun, c.record_id, c.was, c.is, c.undoes, u.id is not null as undone
    from changes c left join changes u on ${inAccount(tenant, 'u')} and u.undoes = c.id
    where ${inAccount(tenant, 'c')} and c.group_id = ${groupId} and c.packed is null
      and ${recordIds ? sql`c.record_id = any(${recordIds}::bigint[])` : sql`true`} order by c.id`.execute(tenant.db);
  return rows;
}

/** Why a change no longer stands; undefined where it does. */
async function whyNot<Reason>(
  tenant: Tenant,
  { noun, changedSince }: UndoVerb<unknown, Reason>,
  { id, record_id: recordId, is }: StoredChange,
  now: Values | null,
): Promise<Reason | undefined> {
  const fields = Object.keys(is ?? {});
  const changed = is === null || now === null ? (is === now ? undefined : '') : fields.find((field) => !isSame(now[field], is[field]));
  if (changed === undefined) return undefined;
  const by = await lastChangedBy(tenant, { noun: noun.name, recordId, fields: changed === '' ? undefined : [changed], after: id });
  return changedSince(changed, by);
}

/**
 * The records are locked by now: as long as its time has not come, no other transaction has done what the time holds back, nor can one
 * until this one ends.
 */
async function requireInTime(tenant: Tenant, groupId: number, { seconds, late }: { seconds: number; late: string }): Promise<void> {
  const { rows } = await sql<{ late: boolean }>`
    select clock_timestamp() > min(at) + make_interval(secs => ${seconds}) as late
    from changes where ${inAccount(tenant)} and group_id = ${groupId}`.execute(tenant.db);
  if (rows[0]?.late) throw refuse(409, 'too_late', late);
}
