import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Change } from './noun.ts';
import { recordChanges } from './record.ts';
import type { StoredChange, UndoVerb } from './undo.ts';

type Flag = { noun: string; field: 'on_hold' | 'locked' | 'archived' | 'deleted' };

/**
 * Records that a person turned a flag of these records; their history and the audit say it in words of their own. A hold that ends by
 * itself is nobody's change. Returns their group, by which they are undone; null where there is none.
 */
export async function recordFlag(
  tenant: Tenant,
  { noun, field, is, group }: Flag & { is: boolean; group?: number | undefined },
  records: readonly Change['record'][],
): Promise<number | null> {
  if (tenant.userId === null) return null;
  const changes = records.map((record) => ({ record, was: { [field]: !is }, is: { [field]: is } }));
  return recordChanges(tenant, { name: noun }, changes, { group, isAudited: false });
}

type FlagUndo<Reason> = Flag &
  Pick<UndoVerb<void, Reason>, 'changedSince'> & {
    /** Locks those of the records that are there, and reads how their flag is. */
    lock: (tenant: Tenant, ids: number[]) => Promise<{ id: number; is: boolean }[]>;
    /** Of locked records whose flag is to be off again, one by one, why some keep it. */
    keep?: (tenant: Tenant, ids: number[]) => Promise<Map<number, Reason>>;
    /** Turns the flag of locked records, with all that follows from it but the ledger. */
    turn: (tenant: Tenant, ids: number[], is: boolean) => Promise<unknown>;
  };

/** How a flag that people turned is turned back. One that somebody turned since stays, also where it is again as they left it. */
export const flagUndo = <Reason>({ noun, field, lock, keep, turn, changedSince }: FlagUndo<Reason>): UndoVerb<void, Reason> => ({
  // The audit has who undid it, and the history of each record what became of it.
  noun: { name: noun, audited: () => [] },
  nameOf: () => new Map(),
  async read(tenant, { changes }) {
    const flags = await lock(
      tenant,
      changes.map(({ record_id }) => record_id),
    );
    const turned = await turnedSince(tenant, { noun, field }, changes);
    return new Map(flags.map(({ id, is }) => [id, { [field]: turned.has(id) ? null : is }]));
  },
  async keep(tenant, { changes }) {
    const off = changes.flatMap(({ record_id, was }) => (was?.[field] === false ? record_id : []));
    return (await keep?.(tenant, off)) ?? new Map<number, Reason>();
  },
  async write(tenant, { changes }) {
    for (const is of [true, false]) {
      const ids = changes.flatMap(({ record_id, was }) => (was?.[field] === is ? record_id : []));
      if (ids.length > 0) await turn(tenant, ids, is);
    }
  },
  follow: () => Promise.resolve(),
  changedSince,
});

/** Those records of these changes of a field of which somebody changed that field since. */
export async function turnedSince(
  tenant: Tenant,
  { noun, field }: { noun: string; field: string },
  changes: readonly StoredChange[],
): Promise<Set<number>> {
  const own = JSON.stringify(changes.map(({ id, record_id }) => ({ id, record_id })));
  const { rows } = await sql<Columns<'changes', 'record_id'>>`
    select c.record_id from json_to_recordset(${own}::json) as own (id bigint, record_id bigint)
    join changes c on ${inAccount(tenant, 'c')} and c.noun = ${noun} and c.record_id = own.record_id and c.id > own.id
      and c.packed is null and c.is ? ${field}`.execute(tenant.db);
  return new Set(rows.flatMap(({ record_id }) => record_id ?? []));
}
