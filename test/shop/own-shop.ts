import { sql } from 'kysely';
import { createKey } from '../../app/people/keys/commands.ts';
import { exampleOrder } from '../../app/screens/v1/shop/example.ts';
import { connect } from '../../app/shared/connections/connecting/commands.ts';
import { connectorNamed } from '../../connectors/index.ts';
import { buildShop, ofGoods, type Shop } from '../build.ts';
import { use } from '../keys.ts';
import type { TestWeb } from '../web.ts';

/** A warehouse, and a shop of the account's own whose shipping code is mapped, with its key. */
export type OwnShop = Shop & {
  shopId: number;
  send: (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => ReturnType<typeof use>;
  order: Shop['order'];
};

let names = 0;

export async function buildOwnShop(own: TestWeb): Promise<OwnShop> {
  const shop = await buildShop(own, { reads: ofGoods });
  const { shopId, key } = await connectOwnShop(shop, 'web-shop');
  return { ...shop, shopId, send: senderOf(own, key) };
}

/** Connects another one to the account of this shop, and makes its key. */
export async function connectOwnShop({ inTenant, engine }: Shop, code: string): Promise<{ shopId: number; key: string }> {
  const identity = { name: code, keys: [`own_shop:shop/${code}`] };
  return inTenant(async (tenant) => {
    const connector = connectorNamed('own_shop');
    const { id } = await connect(tenant, engine.seal, { connector, name: code, settings: { code }, since: new Date(), identity });
    await sql`insert into shipping_options (account_id, connection_id, connector_code, amware_code)
      values (${tenant.accountId}, ${id}, 'standard', 'UPSGR')`.execute(tenant.db);
    const { key } = await createKey(tenant, { name: `${code} ${++names}`, scopes: ['write_shop'], days: null, networks: [], shop_id: id });
    return { shopId: id, key };
  });
}

/** Each request with a name of its own. */
export const senderOf =
  (own: TestWeb, key: string): OwnShop['send'] =>
  (method, url, payload) =>
    use(own, key, { method, url, headers: { 'idempotency-key': `n${++names}` }, ...(payload && { payload }) });

export const orderOf = (external_id: string, other: object = {}) => ({ ...exampleOrder, external_id, ...other });
