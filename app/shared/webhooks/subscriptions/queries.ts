import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Subscription } from './contract.ts';

type Row = Columns<'event_subscriptions', 'id' | 'name' | 'url' | 'types' | 'failing_since'> &
  Pick<Subscription, 'state' | 'off_because' | 'waiting' | 'rotating_until' | 'delivered_at'>;

/** The webhooks of the account, or the one of this id. */
export async function listSubscriptions(tenant: Tenant, id?: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.id, s.name, s.url, s.types, s.state, s.off_because, s.failing_since,
      case when s.former_until > now() then s.former_until end as rotating_until,
      (select count(*)::int from (select from event_deliveries d where ${inAccount(tenant, 'd')} and d.subscription_id = s.id
        and d.state = 'waiting' limit 10000) as waits) as waiting, s.delivered_at
    from event_subscriptions s
    where ${inAccount(tenant, 's')} and s.deleted_at is null and (${id ?? null}::bigint is null or s.id = ${id ?? null})
    order by lower(s.name)`.execute(tenant.db);
  return rows;
}
