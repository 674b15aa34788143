import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { mayBeMailed } from './addresses/mail-addresses.ts';

type About = {
  kind: string;
  connectionId?: number;
  people?: readonly number[];
  except?: number | null;
  departmentId?: number;
  /** The department by name that is told where the account names nobody. */
  department: string | null;
};

/**
 * Who is told of an event, each once: rows of user_id or address, and whether they are mailed. Who has left counts as not named. Where
 * that is nobody at all, the account's admins are told, so that nothing is missed because a department is empty. An address is told once
 * it has confirmed that, and until it unsubscribes.
 */
export function recipients(tenant: Tenant, about: About): RawBuilder<unknown> {
  const { kind, connectionId = null, people = [], except = null, departmentId = null, department } = about;
  const ofDepartment = (which: RawBuilder<unknown>) => sql`
    select m.user_id from departments d
    join member_departments md on ${inAccount(tenant, 'md')} and md.department_id = d.id
    join members m on ${inAccount(tenant, 'm')} and m.id = md.member_id
    where ${inAccount(tenant, 'd')} and ${which}`;
  return sql`
    with named as materialized (
      select r.department_id, r.user_id, r.address from notification_rules r where ${inAccount(tenant, 'r')} and r.kind = ${kind}
        and (r.user_id is null or exists (select from members x where ${inAccount(tenant, 'x')} and x.user_id = r.user_id))
    ),
    people as materialized (
      select m.user_id from members m where ${inAccount(tenant, 'm')} and m.user_id is distinct from ${except}::bigint and (
        m.user_id = any(${people}::bigint[]) or m.user_id in (select user_id from named)
        or m.user_id in (${ofDepartment(sql`d.id in (select department_id from named union all select ${departmentId}::bigint)`)})
        or (not exists (select from named) and ${departmentId}::bigint is null
          and m.user_id in (${ofDepartment(sql`lower(d.name) = lower(${department}::text)`)})))
    ),
    addresses as materialized (
      select address from (
        select n.address from named n where ${mayBeMailed(tenant.accountId, sql`n.address`)}
        union
        select lower(e.email) from notification_emails e where ${inAccount(tenant)} and enabled
          and (connection_id is null or connection_id = ${connectionId}::bigint)
          and ${mayBeMailed(tenant.accountId, sql`lower(e.email)`)}
      ) a where ${notMuted(tenant.accountId, kind, sql`null`, sql`a.address`)}
    ),
    fallback as (
      select user_id from members where ${inAccount(tenant)} and role in ('account_admin', 'admin')
        and ${people.length === 0} and not exists (select from people) and not exists (select from named join addresses using (address))
    ),
    listeners as (select user_id from people union select user_id from fallback)
    select user_id, null::text as address, ${notMuted(tenant.accountId, kind, sql`listeners.user_id`, sql`null`)} as by_mail from listeners
    union all
    select null::bigint, address, true from addresses a
    where not exists (select from listeners join users u on u.id = listeners.user_id where lower(u.email) = a.address)`;
}

/** Whether this person, or this address, has not said no to mails of a kind. */
export const notMuted = (accountId: number, kind: string, user: RawBuilder<unknown>, address: RawBuilder<unknown>) => sql`
  not exists (select from notification_mutes x where ${inAccount({ accountId }, 'x')} and x.kind = ${kind}
    and (x.user_id = ${user} or x.address = ${address}))`;
