import type { Tenant } from '../../../../platform/tenant.ts';
import type { Change } from '../../../base/changes/noun.ts';
import { recordChanges } from '../../../base/changes/record.ts';
import { type DiscussedName, nouns } from '../../../base/nouns.ts';
import { publish } from '../../../people/notifications/publish.ts';
import { listPeople } from '../queries.ts';
import { assignmentsIn, assignmentsOf, writeAssignments } from './assignment.ts';

type How = {
  /** The person who looks after them from now on; null for nobody. */
  assignee: number | null;
  /** The group of changes of a run; whoever is told of its first records is not told again. */
  group?: number;
  isTold?: boolean;
};

/** `ids`: of those that were assigned to somebody else before; `group`: by which that is undone, null where there is none. */
type Reassigned = { ids: Set<number>; group: number | null };

/**
 * Says who looks after these records, which are locked: it can be undone by the ledger. The person is told, once for all of them, unless
 * they did it themselves.
 */
export async function reassign(
  tenant: Tenant,
  noun: DiscussedName,
  records: readonly Change['record'][],
  { assignee, group, isTold = false }: How,
): Promise<Reassigned> {
  const before = await assignmentsOf(
    tenant,
    noun,
    records.map(({ id }) => id),
  );
  const changing = records.filter(({ id }) => before.get(id) !== assignee);
  await writeAssignments(
    tenant,
    noun,
    changing.map(({ id }) => ({ id, assignee })),
  );
  const changes = changing.map((record) => ({ record, was: { assignee: before.get(record.id) ?? null }, is: { assignee } }));
  const recorded = await recordChanges(tenant, assignmentsIn(noun), changes, { group });
  if (assignee !== null && assignee !== tenant.userId && !isTold) await tell(tenant, noun, changing, assignee);
  return { ids: new Set(changing.map(({ id }) => id)), group: recorded };
}

async function tell(tenant: Tenant, noun: DiscussedName, records: readonly Change['record'][], assignee: number): Promise<void> {
  const [first, ...others] = records;
  if (!first) return;
  const { one, many, path, pathOf } = nouns[noun];
  const by = (await listPeople(tenant)).find(({ id }) => id === tenant.userId)?.name ?? null;
  await publish(tenant, {
    ...{ kind: 'assigned', people: [assignee], path: others.length === 0 ? pathOf(first.id) : `${path}?assigned=me` },
    sentence:
      others.length === 0 ? { code: 'assigned', by, noun: one, name: first.name } : { code: 'assigned_many', by, many, name: first.name },
  });
}
