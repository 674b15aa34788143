import { sql } from 'kysely';
import type { Column } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { publish } from './publish.ts';
import { waitingHours } from './rules.ts';

type NotifiedUntil = Column<'notification_settings', 'waiting_told_until'>;

/** How often it is looked for: so many orders that stopped together are told of together. */
const everyMinutes = 5;

/**
 * Tells people of orders that have waited for a person for longer than the account wants, each order once: those that stopped
 * between the time up to which people were told and that many hours ago. `path` shows them.
 */
export async function tellOfWaitingOrders(tenant: Tenant, path: string): Promise<void> {
  await sql`insert into notification_settings (account_id) values (${tenant.accountId}) on conflict do nothing`.execute(tenant.db);
  const hours = await waitingHours(tenant);
  const { rows } = await sql<{ after: NotifiedUntil; until: NotifiedUntil }>`
    update notification_settings set waiting_told_until = (select now() - make_interval(hours => waiting_hours))
    where ${inAccount(tenant)} and waiting_told_until < (select now() - make_interval(hours => waiting_hours,
      mins => ${everyMinutes}))
    returning old.waiting_told_until as after, new.waiting_told_until as until`.execute(tenant.db);
  const [span] = rows;
  if (!span) return;
  const { rows: counts } = await sql<Waiting>`
    select count(*) filter (where stopped_at > ${span.after})::int as stopped, count(*)::int as all from (
      select min(opened_at) as stopped_at from issues
      where ${inAccount(tenant)} and closed_at is null and order_id is not null and blocking and opened_at <= ${span.until}
      group by order_id) as waiting`.execute(tenant.db);
  const [waiting] = counts;
  if (waiting && waiting.stopped > 0)
    await publish(tenant, { kind: 'orders_waiting', sentence: { code: 'orders_waiting', ...waiting, hours }, path });
}

/** How many orders stopped that people were not told of, and how many wait with them. */
type Waiting = { stopped: number; all: number };
