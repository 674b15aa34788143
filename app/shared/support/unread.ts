import { type RawBuilder, sql } from 'kysely';
import { inAccount, inAnyAccount } from '../../../platform/in-account.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Role } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/** What nobody opened for so long is no longer news. */
const news = sql`interval '60 days'`;

/**
 * The count beside Tickets: those with a message that this person has not read and that concerns them, because they raised the
 * ticket, wrote in it, or it is in the queue of a department of theirs. For super admins those of all accounts that wait for a reply.
 */
export async function countUnread(tenant: Tenant, role: Role): Promise<number> {
  const [row] = await readPrepared(tenant, role === 'super' ? waiting : unreadOf(tenant));
  return row?.n ?? 0;
}

const waiting: RawBuilder<{ n: number }> = sql`
  select count(*)::int as n
  from (select 1 from support_tickets where ${inAnyAccount()} and waiting_since is not null limit 1000) as waiting`;

const unreadOf = (tenant: Tenant): RawBuilder<{ n: number }> => sql`
  select count(*)::int as n from support_tickets t where ${inAccount(tenant, 't')} and ${isUnread(tenant)}`;

/** Whether a ticket `t` has such a message, as its list marks it, too. */
export const isUnread = (tenant: Tenant): RawBuilder<boolean> => sql`(
  t.last_message_at > now() - ${news} and t.last_message_by is distinct from ${tenant.userId}
    and not exists (select from support_reads r where ${inAccount(tenant, 'r')} and r.ticket_id = t.id and r.user_id = ${tenant.userId}
      and r.read_at >= t.last_message_at)
    and (t.user_id = ${tenant.userId}
      or exists (select from support_messages m where ${inAccount(tenant, 'm')} and m.ticket_id = t.id and m.user_id = ${tenant.userId})
      or exists (select from members b join member_departments d on ${inAccount(tenant, 'd')} and d.member_id = b.id
        where ${inAccount(tenant, 'b')} and b.user_id = ${tenant.userId} and d.department_id = t.department_id)))`;
