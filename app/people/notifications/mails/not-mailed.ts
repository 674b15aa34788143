import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { wordReason } from '../../../base/reasons.ts';
import { mayBeMailed } from '../addresses/mail-addresses.ts';
import { mostRefusals } from './mailing.ts';

/** A recipient whose last mail was not taken: it is tried again, was refused for good, or was given up after a day. */
export type NotMailed = Columns<'notification_mails', 'attempted_at'> & {
  email: string;
  isMember: boolean;
  state: 'waits' | 'refused' | 'given_up';
  reason: string;
};
type Row = Omit<NotMailed, 'reason'> & Columns<'notification_mails', 'refused_because'>;

/** Of the last mails of the account: what is older says nothing of today. */
const mostMails = 1_000;

/** Who could not be mailed the last time, by their addresses. A refusal takes its attempt back: a mail that may have left counts one. */
export async function notMailed(tenant: Tenant): Promise<NotMailed[]> {
  const { rows } = await sql<Row>`
    with tried as materialized (
      select * from notification_mails where ${inAccount(tenant)} and attempted_at is not null order by id desc limit ${mostMails}
    ),
    newest as materialized (select distinct on (user_id, address) * from tried order by user_id, address, id desc)
    select coalesce(n.address, u.email) as email, n.address is null as "isMember", n.attempted_at, n.refused_because,
      case when n.ended_at is null then 'waits' when n.refusals < ${mostRefusals} then 'refused' else 'given_up' end as state
    from newest n left join (members m join users u on u.id = m.user_id) on ${inAccount(tenant, 'm')} and m.user_id = n.user_id
    where n.attempts = 0 and n.refused_because is not null
      and (m.id is not null or ${mayBeMailed(tenant.accountId, sql`n.address`)})
    order by lower(coalesce(n.address, u.email))`.execute(tenant.db);
  return rows.map(({ refused_because, ...row }) => ({ ...row, reason: wordReason(refused_because) }));
}
