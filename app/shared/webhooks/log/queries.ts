import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { existing } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Role } from '../../../../platform/signed-in.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { wordReason } from '../../../base/reasons.ts';
import { bodyOf, messageId } from '../events/body.ts';
import { addressFor } from '../subscriptions/queries.ts';
import type { Delivery, DeliveryWithTries, LogFilter } from './contract.ts';

type Row = Columns<'event_deliveries', 'id' | 'attempts'> &
  Columns<'events', 'type' | 'record_id' | 'at' | 'sequence'> &
  Pick<Delivery, 'state' | 'status' | 'took_ms' | 'due_at'>;

type Which = { subscriptionId: number; id?: number; before?: number | undefined; state?: LogFilter['state'] };

/** Deliveries to a webhook, the newest first, each with its last try. */
export async function listDeliveries(tenant: Tenant, { subscriptionId, id, before, state }: Which, most = 50): Promise<Row[]> {
  const which = sql`(${id ?? null}::bigint is null or d.id = ${id ?? null})
    and (${before ?? null}::bigint is null or d.id < ${before ?? null})
    and (${state || null}::text is null or d.state = ${state || null})`;
  const { rows } = await sql<Row>`
    select d.id, d.attempts, d.state, case when d.state = 'waiting' then d.due_at end as due_at, e.type, e.record_id, e.at,
      e.sequence, t.status, t.took_ms
    from event_deliveries d join events e on ${inAccount(tenant, 'e')} and e.id = d.event_id
    left join lateral (select t.status, t.took_ms from delivery_tries t where ${inAccount(tenant, 't')} and t.delivery_id = d.id
      order by t.id desc limit 1) as t on true
    where ${inAccount(tenant, 'd')} and d.subscription_id = ${subscriptionId} and ${which}
    order by d.id desc limit ${most}`.execute(tenant.db);
  return rows;
}

type One = Required<Pick<Which, 'subscriptionId' | 'id'>>;

/** What is sent, and each try with its reply. @throws Refusal 404 */
export async function readDelivery(tenant: Tenant, role: Role, which: One): Promise<DeliveryWithTries> {
  const [row] = await listDeliveries(tenant, which, 1);
  const { sequence, ...delivery } = existing(row, 'This delivery does not exist.');
  const { rows: tries } = await sql<Columns<'delivery_tries', 'id' | 'at' | 'url' | 'took_ms' | 'status' | 'reason' | 'reply'>>`
    select id, at, url, took_ms, status, reason, reply from delivery_tries where ${inAccount(tenant)} and delivery_id = ${which.id}
    order by id desc limit 100`.execute(tenant.db);
  return {
    ...delivery,
    webhook_id: messageId(tenant.accountId, sequence),
    body: bodyOf(tenant.accountId, { ...delivery, sequence }),
    tries: tries.map(({ url, reason, ...each }) => ({
      ...{ ...each, url: addressFor(role, url) },
      reason: reason === null ? null : wordReason(reason),
    })),
  };
}
