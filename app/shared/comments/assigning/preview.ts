import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import type { Reply } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type DiscussedName, recordTypeOf } from '../../../base/nouns.ts';
import { selectedIds } from '../../runs/bulk/selected.ts';
import type { Selection } from '../../runs/bulk/start.ts';
import { wordOutcome } from '../../runs/outcome-sentences.ts';
import { listPeople } from '../queries.ts';
import type { DiscussedNoun } from '../records.ts';
import type { previewAssignCall } from './contract.ts';

const examples = 5;

type Selected = Columns<'assignments', 'record_id'> & {
  name: string;
  assignee: Column<'assignments', 'user_id'> | null;
  assignee_name: Column<'users', 'name'> | null;
};
type Assigning = { noun: DiscussedName; discussed: DiscussedNoun; selection: Selection; assignee: number | null | undefined };

/** What assigning the selected records would do, as they are now. It writes nothing. */
export async function previewAssign(tenant: Tenant, assigning: Assigning): Promise<Reply<typeof previewAssignCall>> {
  const [people, rows] = await Promise.all([listPeople(tenant), readSelected(tenant, assigning)]);
  const { assignee } = assigning;
  const changing = rows.filter((row) => assignee !== undefined && row.assignee !== assignee);
  const same = assignee === undefined ? 0 : rows.length - changing.length;
  return {
    people,
    total: rows.length,
    changes: changing.length,
    left: same > 0 ? [{ reason: wordOutcome({ code: 'changed_already' }), records: same }] : [],
    examples: changing.slice(0, examples).map(({ record_id: id, name, assignee_name }) => ({ id, name, assignee: assignee_name })),
  };
}

async function readSelected(tenant: Tenant, { noun, discussed, selection }: Assigning): Promise<Selected[]> {
  const { rows } = await sql<Selected>`
    select r.id as record_id, r.name, a.user_id as assignee, u.name as assignee_name
    from (select id, ${discussed.name} as name from ${discussed.from} and ${inAccount(tenant)}
      and id = any(array(${selectedIds(tenant, noun, selection)}))) as r
    left join assignments a on ${inAccount(tenant, 'a')} and a.record_type = ${recordTypeOf(noun)} and a.record_id = r.id
    left join users u on u.id = a.user_id
    order by r.id`.execute(tenant.db);
  return rows;
}
