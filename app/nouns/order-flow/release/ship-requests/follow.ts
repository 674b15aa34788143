import { sql } from 'kysely';
import type { ChannelOrder } from '../../../../../connectors/contract.ts';
import type { Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import { cutText } from '../../../../../platform/sentences.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { acceptShipRequests, declineEnded } from './decide.ts';

/** So much is kept of what a channel sends with a request, as the contract says. */
const longest = { id: 500, handle: 20_000 };

/**
 * Accepts what a channel asks us to ship as soon as its orders are stored, whatever keeps them here: a person who cannot mend that ends
 * them, and then it is declined. A request is kept once, however often it is read; one of an order that was ended here is declined at once.
 */
export async function followShipRequests(tenant: Tenant, connectionId: number, orders: ChannelOrder[]): Promise<void> {
  const asks = orders.flatMap(({ remoteId, state, shipRequest }) =>
    shipRequest && state !== 'cancelled'
      ? [{ remoteId, id: cutText(shipRequest.id, longest.id), handle: shipRequest.handle && cutText(shipRequest.handle, longest.handle) }]
      : [],
  );
  if (asks.length === 0) return;
  const { rows } = await sql<Columns<'ship_requests', 'id' | 'order_id'>>`
    insert into ship_requests (account_id, order_id, request_id, handle)
    select ${tenant.accountId}, o.id, asks.id, asks.handle
    from json_to_recordset(${JSON.stringify(asks)}::json) as asks ("remoteId" text, id text, handle text)
    join orders o on ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId} and o.remote_id = asks."remoteId"
    where o.deleted_at is null
    order by o.id
    on conflict (account_id, order_id, request_id) do nothing
    returning id, order_id`.execute(tenant.db);
  await acceptShipRequests(tenant, idsOf(rows));
  await declineEnded(
    tenant,
    rows.map(({ order_id }) => order_id),
  );
}
