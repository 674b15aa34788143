import { sql } from 'kysely';
import type { ChannelOrder } from '../../../../connectors/contract.ts';
import { storeByHalves } from '../../../../platform/by-halves.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { storeOrders } from '../../../nouns/order-flow/intake/intake.ts';
import { isOfRecords } from '../../../nouns/order-flow/intake/of-records.ts';
import type { ShopOrder } from '../../../shared/connections/calls/by-call/order.ts';
import { channelOrderIn, readShopOrders, type ShopOrderRow } from '../../../shared/connections/calls/by-call/records.ts';
import type { Shop } from './shop.ts';

export type Sent = { order: ShopOrder; digest: string };
/** `taken`: another order has its id; `refused`: the database cannot store it. */
export type SentOutcome = 'created' | 'existing' | 'taken' | 'refused';

/**
 * Stores what a shop sends, each order once for ever by its external id. Of two calls at once with one id the second waits for the
 * first, and has its order. Returns what became of each, in the order in which they were sent.
 */
export async function sendOrders(tenant: Tenant, shop: Shop, sent: readonly Sent[]): Promise<SentOutcome[]> {
  const first = new Map<string, Sent>();
  for (const each of sent) if (!first.has(each.order.external_id)) first.set(each.order.external_id, each);
  const claimed = await claim(tenant, shop, [...first.values()]);
  const rows = await readShopOrders(tenant, shop.connectionId, [...first.keys()]);
  const refused = await storeShopOrders(
    tenant,
    shop,
    rows.filter(({ external_id }) => claimed.has(external_id)),
  );
  await forget(tenant, shop, refused);
  const stored = new Map(rows.map((row) => [row.external_id, row]));
  return sent.map((each) => {
    const { external_id: id } = each.order;
    if (refused.has(id)) return 'refused';
    if (claimed.has(id) && first.get(id) === each) return 'created';
    return stored.get(id)?.digest === each.digest ? 'existing' : 'taken';
  });
}

/** In the order of their ids, in which every call takes them: two at once do not wait for each other. */
async function claim(tenant: Tenant, { connectionId }: Shop, sent: Sent[]): Promise<Set<string>> {
  const rows = sent.map(({ order, digest }) => ({ external_id: order.external_id, digest, body: order }));
  const { rows: claimed } = await sql<Columns<'shop_orders', 'external_id'>>`
    insert into shop_orders (account_id, connection_id, external_id, digest, body)
    select ${tenant.accountId}, ${connectionId}, external_id, digest, body
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (external_id text, digest text, body jsonb)
    order by external_id collate "C"
    on conflict (account_id, connection_id, external_id) do nothing returning external_id`.execute(tenant.db);
  return new Set(claimed.map(({ external_id }) => external_id));
}

/** Takes these orders in as any channel's, with what they are by now. Returns those that cannot be stored. */
export async function storeShopOrders(tenant: Tenant, shop: Shop, rows: readonly ShopOrderRow[]): Promise<Set<string>> {
  const records = rows.map(channelOrderIn).filter((order) => order !== 'erased');
  if (records.length === 0) return new Set();
  const { refused } = await storeByHalves(tenant, records, { store: (tenant, some) => storeOrders(tenant, shop, some), isOfRecords });
  await sql`
    update shop_orders s set order_id = o.id from orders o
    where ${inAccount(tenant, 's')} and s.connection_id = ${shop.connectionId} and s.external_id = any(${idsIn(records)}::text[])
      and ${inAccount(tenant, 'o')} and o.connection_id = s.connection_id and o.remote_id = s.external_id
      and s.order_id is null`.execute(tenant.db);
  await stayKnown(tenant, shop, idsIn(records));
  return new Set(refused.flatMap(({ record }) => record?.remoteId ?? []));
}

const idsIn = (records: ChannelOrder[]) => records.map(({ remoteId }) => remoteId);

/**
 * A shop that calls us says by itself what it no longer has: its orders need not be looked up before they leave. What it says of one that
 * is deleted here is read once that is restored.
 */
async function stayKnown(tenant: Tenant, { connectionId }: Shop, ids: string[]): Promise<void> {
  await sql`
    update orders set seen_at = case when deleted_at is null then '2999-01-01'::timestamptz else 'epoch' end
    where ${inAccount(tenant)} and connection_id = ${connectionId}
      and remote_id = any(${ids}::text[])`.execute(tenant.db);
}

async function forget(tenant: Tenant, { connectionId }: Shop, refused: ReadonlySet<string>): Promise<void> {
  if (refused.size === 0) return;
  await sql`
    delete from shop_orders where ${inAccount(tenant)} and connection_id = ${connectionId} and order_id is null
      and external_id = any(${[...refused]}::text[])`.execute(tenant.db);
}
