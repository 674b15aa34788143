import { sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Comment, Discussion } from './contract.ts';
import type { Commented } from './record.ts';

type Named = Columns<'users', 'id' | 'name'>;
type Row = Columns<'comments', 'id' | 'body' | 'created_at' | 'edited_at' | 'user_id'> & {
  author: Column<'users', 'name'> | null;
  mentions: string[];
};

/** Nobody reads more of them, nor more bytes of them: the newest are shown. */
const [mostComments, mostBytes] = [500, 100_000];

/** The comments on a record, who looks after it, and who could. */
export async function readDiscussion(tenant: Tenant, record: Commented): Promise<Discussion> {
  const [comments, assignee, people] = await Promise.all([
    readPrepared(
      tenant,
      sql<Row>`
      select id, body, created_at, edited_at, user_id, author, mentions from (
        select sum(c.bytes) over (order by c.id desc) as all_bytes, c.id, c.body, c.created_at, c.edited_at, c.user_id, u.name as author,
          array(select m.name from comment_mentions cm join users m on m.id = cm.user_id
                where ${inAccount(tenant, 'cm')} and cm.comment_id = c.id order by cm.user_id) as mentions
        from comments c left join users u on u.id = c.user_id
        where ${inAccount(tenant, 'c')} and c.record_type = ${record.type} and c.record_id = ${record.id} order by c.id desc
          limit ${sql.lit(mostComments)}
      ) as latest where all_bytes <= ${sql.lit(mostBytes)} order by id`,
    ),
    assigneeOf(tenant, record),
    listPeople(tenant),
  ]);
  return { comments: comments.map((row) => commentOf(tenant, row)), assignee, people };
}

/** Who looks after a record; null for nobody. */
export async function assigneeOf(tenant: Tenant, record: Commented): Promise<Named | null> {
  const [assignee] = await readPrepared(
    tenant,
    sql<Named>`
    select u.id, u.name from assignments a join users u on u.id = a.user_id
    where ${inAccount(tenant, 'a')} and a.record_type = ${record.type} and a.record_id = ${record.id}`,
  );
  return assignee ?? null;
}

/** The people of the account by name, who can be mentioned and can look after a record. */
export function listPeople(tenant: Tenant): Promise<Named[]> {
  return readPrepared(
    tenant,
    sql<Named>`
    select u.id, u.name from members m join users u on u.id = m.user_id where ${inAccount(tenant, 'm')} order by lower(u.name), u.id
      limit 1000`,
  );
}

const commentOf = (tenant: Tenant, { user_id, author, ...row }: Row): Comment => ({
  ...row,
  author: author ?? 'A former colleague',
  mine: user_id === tenant.userId,
});
