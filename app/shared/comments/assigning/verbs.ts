import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { turnedSince } from '../../../base/changes/flags.ts';
import { type UndoVerb, undoEach } from '../../../base/changes/undo.ts';
import type { DiscussedName } from '../../../base/nouns.ts';
import type { BulkNoun, Verb } from '../../runs/bulk/noun.ts';
import type { OutcomeSentence } from '../../runs/outcome-sentences.ts';
import { listPeople } from '../queries.ts';
import { type Assignment, assignmentsIn, assignmentsOf, writeAssignments } from './assignment.ts';
import { reassign } from './reassign.ts';

/** The verbs of a noun by which people say who looks after many of its records. */
export type AssignWork = 'assign' | 'undo-assign';
/** Who looks after them from now on; null for nobody. */
export type AssignTerms = { assignee?: number | null };

type Records<Row extends { id: number }> = Pick<BulkNoun<Row>, 'lock' | 'label'> & {
  name: DiscussedName;
  /** Whether a record was deleted that can be locked all the same. */
  isDeleted?: (row: Row) => boolean;
};

/** Assigning many records of a noun, and giving them back to whoever looked after them before. */
export function assignVerbs<Row extends { id: number }>({
  name,
  lock,
  label,
  isDeleted = () => false,
}: Records<Row>): { [Each in AssignWork]: Verb<Row, AssignWork, AssignTerms> } {
  const skip = (row: Row): OutcomeSentence | null => (isDeleted(row) ? { code: 'deleted_since' } : null);
  return {
    assign: {
      ...{ skip, undo: 'undo-assign' },
      async perform(tenant, rows, { terms: { assignee = null }, group }) {
        const people = await listPeople(tenant);
        if (assignee !== null && !people.some(({ id }) => id === assignee)) return { left: allOf(rows, { code: 'person_left' }) };
        const isTold = await hasBegun(tenant, group);
        const records = rows.map((row) => ({ id: row.id, name: label(row) }));
        const { ids } = await reassign(tenant, name, records, { assignee, group, isTold });
        const same = rows.filter(({ id }) => !ids.has(id));
        return { left: allOf(same, { code: 'changed_already' }) };
      },
    },
    'undo-assign': {
      skip,
      async giveBack(tenant, ids, group) {
        const rows = await lock(tenant, [...ids]);
        const names = new Map(rows.map((row) => [row.id, label(row)]));
        return { left: await undoEach(tenant, group, ids, undoOf(name, names)) };
      },
    },
  };
}

const allOf = (rows: readonly { id: number }[], reason: OutcomeSentence) => new Map(rows.map(({ id }) => [id, reason]));

/** Whether a run has assigned some of its records already. */
async function hasBegun(tenant: Tenant, group: number): Promise<boolean> {
  const { rows } = await sql`select from changes where ${inAccount(tenant)} and group_id = ${group} limit 1`.execute(tenant.db);
  return rows.length > 0;
}

/** How an assignment is undone of records that are locked, by their names. One that somebody assigned since stays. */
const undoOf = (name: DiscussedName, names: Map<number, string>): UndoVerb<void, OutcomeSentence> => ({
  noun: assignmentsIn(name),
  nameOf: () => names,
  async read(tenant, { changes }) {
    const turned = await turnedSince(tenant, { noun: assignmentsIn(name).name, field: 'assignee' }, changes);
    const now = await assignmentsOf(tenant, name, [...names.keys()]);
    return new Map([...now].map(([id, assignee]) => [id, { assignee: turned.has(id) ? 'assigned since' : assignee }]));
  },
  write: (tenant, { changes }) =>
    writeAssignments(
      tenant,
      name,
      changes.map(({ record_id: id, was }): Assignment => ({ id, assignee: (was?.assignee as number | null) ?? null })),
    ),
  follow: () => Promise.resolve(),
  changedSince: (_field, by) => (by ? { code: 'changed_by', ...by.kept } : { code: 'changed_since' }),
});
