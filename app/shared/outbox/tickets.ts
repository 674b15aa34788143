import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { EffectKind } from './queue.ts';

/**
 * Effects that the other side has taken and not settled wait for their ticket. Without one they are looked up: they may be done. Stock is
 * not looked up: it counts as maybe done only where its ticket is `lost`. `quantity`: the stock that was sent under it.
 */
export async function awaitTickets(
  tenant: Tenant,
  token: string,
  effects: { id: number; ticket: string | null; at: Date; lost?: boolean; quantity?: number }[],
): Promise<void> {
  await sql`
    update outbox o set state = 'waiting', lease_token = null, lease_until = null, last_failure = null, due_at = f.at,
      attempts = o.attempts - 1,
      ticket = f.ticket, ticket_since = (select case when f.ticket is not null then coalesce(o.ticket_since, now()) end),
      ticket_quantity = case when o.ticket is null then f.quantity else o.ticket_quantity end,
      maybe_done = o.maybe_done or o.kind <> 'stock' or f.lost
    from unnest(${effects.map(({ id }) => id)}::bigint[], ${effects.map(({ ticket }) => ticket)}::text[],
      ${effects.map(({ at }) => at)}::timestamptz[], ${effects.map(({ quantity }) => quantity ?? null)}::int[],
      ${effects.map(({ lost = false }) => lost)}::boolean[]) as f (id, ticket, at, quantity, lost)
    where ${inAccount(tenant, 'o')} and o.id = f.id and o.lease_token = ${token}::uuid and o.state = 'sending'`.execute(tenant.db);
}

/** Whatever becomes of their tickets, these effects are then sent once more. `meant`: a selection of their connections and keys. */
export async function sendAnewOnceSettled(tenant: Tenant, kind: EffectKind, meant: RawBuilder<unknown>): Promise<void> {
  await sql`
    with pending as (
      select id from outbox where ${inAccount(tenant)} and kind = ${kind} and ticket_quantity is not null
        and (connection_id, key) in (${meant})
      order by id for no key update
    )
    update outbox o set ticket_quantity = null from pending where ${inAccount(tenant, 'o')} and o.id = pending.id`.execute(tenant.db);
}
