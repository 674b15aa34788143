import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { WarehouseShipment } from '../../connectors/contract.ts';
import { connectorNamed } from '../../connectors/index.ts';
import { sealWith } from '../../platform/seal.ts';
import { inTenant, type Tenant } from '../../platform/tenant.ts';
import { addAccount } from '../../test/build.ts';
import { testDatabase } from '../../test/database.ts';
import { doneOrLockWait, lockWait } from '../../test/lock-waits.ts';
import { testKey } from '../../test/shop/engine.ts';
import { addConnection, addOrder } from '../../test/shop/rows.ts';
import { savePreset } from '../nouns/mappings/rules/commands.ts';
import { checkOrders } from '../nouns/order-flow/checking/check.ts';
import { applyWarehouseStates } from '../nouns/order-flow/release/warehouse-states.ts';
import { withdrawUnsent } from '../nouns/order-flow/release/withdraw.ts';
import { shipStock } from '../nouns/warehouse/ship-stock.ts';
import { getConnection } from '../shared/connections/calls/session.ts';
import { connect, disconnect, reconnect } from '../shared/connections/connecting/commands.ts';
import { endUninstalled, signsInBy } from '../shared/connections/connecting/uninstalled.ts';
import { recordSuccess } from '../shared/connections/health/health.ts';
import { identityOf } from '../shared/connections/identity/identity.ts';
import { takeUp } from '../shared/connections/identity/take-up.ts';
import { type Effect, extendLease, lockEffects } from '../shared/outbox/claim.ts';
import type { EffectReply } from './sending/replies/effect-reply.ts';
import { recordOutcomes } from './sending/replies/outcomes.ts';
import { storeAhead } from './streams/pages/ahead.ts';
import type { PageRead } from './streams/pages/page.ts';

const own = testDatabase();
const seal = sealWith([testKey]);
const token = '00000000-0000-4000-8000-000000000001';

type Sent = { warehouseOrder: number; reference: string };

/** Two orders that the warehouse has: the one that came later was sent first, so whatever goes by what was sent reaches it first. */
async function sentInReverse() {
  const { accountId } = await addAccount(own);
  const channel = await addConnection(own, accountId);
  const warehouse = await addConnection(own, accountId, 'warehouse');
  const [first, second] = [await addOrder(own, accountId, channel), await addOrder(own, accountId, channel)];
  const sent: Sent[] = [];
  for (const order of [second, first]) {
    const [row] = await own.sql<{ id: string; reference: string }>(
      `insert into warehouse_orders (account_id, connection_id, state, reference) values ($1, $2, 'accepted', gen_random_uuid()::text)
        returning id, reference`,
      [accountId, warehouse],
    );
    const { id, reference } = row as { id: string; reference: string };
    await own.sql('update orders set warehouse_order_id = $2, in_amware = 1 where id = $1', [order, id]);
    sent.push({ warehouseOrder: Number(id), reference });
  }
  return { accountId, warehouse, first, second, sent };
}

type Office = Awaited<ReturnType<typeof sentInReverse>>;

const feedOfCancellations = (tenant: Tenant, { warehouse, sent }: Office) =>
  applyWarehouseStates(
    tenant,
    warehouse,
    sent.map(({ reference }) => ({
      reference,
      providerRef: reference,
      status: 'cancelled',
      held: false,
      changedAt: new Date(),
      ...{ orderNumbers: null, shipTo: null, lines: [] },
    })),
  );

/** The warehouse was asked to hold both, and says that it does. */
async function repliesToHolds(tenant: Tenant, { accountId, warehouse, sent }: Office) {
  const connection = await getConnection(tenant, seal, warehouse);
  if (!connection) throw new Error('There is no warehouse.');
  const effects = sent.map(({ warehouseOrder }) => ({
    ...{ account_id: accountId, connection_id: warehouse, kind: 'hold', warehouse_order_id: warehouseOrder },
    ...{ key: String(warehouseOrder), state: 'sending' as const, lease_token: token },
  }));
  const claimed = await tenant.db.insertInto('outbox').values(effects).returningAll().execute();
  const held: EffectReply = { kind: 'hold', held: true, outcome: 'done' };
  const outcomes = claimed.map((effect) => ({ effect: effect as Effect, result: { ok: true as const, value: held } }));
  await recordOutcomes(tenant, connection, outcomes, token, false);
}

/** Both wait in the outbox: the one that came later was queued first. */
async function withdrawal(tenant: Tenant, { accountId, warehouse, first, second, sent }: Office) {
  await tenant.db
    .insertInto('outbox')
    .values(
      sent.map(({ warehouseOrder, reference }) => ({
        ...{ account_id: accountId, connection_id: warehouse, kind: 'submit', warehouse_order_id: warehouseOrder, key: reference },
      })),
    )
    .execute();
  expect(new Set(await withdrawUnsent(tenant, [first, second]))).toEqual(new Set([first, second]));
}

test.each([
  ['the replies of the warehouse', repliesToHolds],
  ['its feed', feedOfCancellations],
  ['a withdrawal', withdrawal],
])('%s and whoever locks orders by id wait for one another, and do not deadlock', async (_what, change) => {
  const office = await sentInReverse();
  const actor = { accountId: office.accountId, userId: null };
  const lock = ({ db }: Tenant, id: number) =>
    sql`select from orders where account_id = ${office.accountId} and id = ${id} for no key update`.execute(db);
  // After a deadlock one of them would begin again.
  const began: string[] = [];
  let changed: Promise<void> | undefined;
  await inTenant(own.database, actor, async (tenant) => {
    began.push('by id');
    await lock(tenant, office.first);
    changed ??= inTenant(own.database, actor, async (other) => {
      began.push('by what was sent');
      await change(other, office);
    });
    await lockWait(own);
    await lock(tenant, office.second);
  });
  await changed;
  expect(began).toEqual(['by id', 'by what was sent']);
});

test('the renewal of a lease and what records replies one by one wait for one another, and do not deadlock', async () => {
  const { accountId, warehouse } = await sentInReverse();
  const actor = { accountId, userId: null };
  const queue = (key: string) =>
    own.sql<{ id: string }>(
      `insert into outbox (account_id, connection_id, kind, key, state, lease_token) values ($1, $2, 'cancel', $3, 'sending', $4)
        returning id`,
      [accountId, warehouse, key, token],
    );
  const [[first], [second]] = [await queue('first'), await queue('second')];
  // Written again it lies behind the other, so whoever reads the table reaches it last.
  await own.sql('update outbox set due_at = now() where id = $1', [first?.id]);
  const began: string[] = [];
  let renewed: Promise<Set<number>> | undefined;
  await inTenant(own.database, actor, async (tenant) => {
    began.push('replies');
    await lockEffects(tenant, [Number(first?.id)]);
    renewed ??= inTenant(own.database, actor, (other) => {
      began.push('renewal');
      return extendLease(other, [Number(first?.id), Number(second?.id)], token);
    });
    await lockWait(own);
    await lockEffects(tenant, [Number(second?.id)]);
  });
  expect(await renewed).toEqual(new Set([Number(first?.id), Number(second?.id)]));
  expect(began).toEqual(['replies', 'renewal']);
});

test('whoever saves a rule has orders and products, and waits for no order that somebody else ships', async () => {
  const { accountId, second } = await sentInReverse();
  const [channel] = await own.sql<{ connection_id: string }>('select connection_id from orders where id = $1', [second]);
  const actor = { accountId, userId: null };
  const preset = { field_name: 'note', field_description: 'Note', field_value: 'Fragile' };
  const { atWarehouse } = await inTenant(own.database, actor, async (shipping) => {
    await sql`select from orders where account_id = ${accountId} and id = ${second} for no key update`.execute(shipping.db);
    return inTenant(own.database, actor, (tenant) => savePreset(tenant, Number(channel?.connection_id), preset));
  });
  expect(atWarehouse).toContain('1 that the warehouse is working on is compared when it is saved');
});

test('a check waits for nobody who only refers to an order, as a parcel does', async () => {
  const { accountId, first } = await sentInReverse();
  const actor = { accountId, userId: null };
  await inTenant(own.database, actor, async (shipping) => {
    await sql`select from orders where account_id = ${accountId} and id = ${first} for key share`.execute(shipping.db);
    await inTenant(own.database, actor, (tenant) => checkOrders(tenant, [first]));
  });
});

test('what is shipped is taken off the shelves in the order of its SKUs, as everybody locks products', async () => {
  const { accountId, warehouse } = await sentInReverse();
  const skus = Array.from({ length: 1_000 }, (_, n) => `SKU-${String(n).padStart(4, '0')}`);
  // The last SKU comes first in the table, and the database knows that it reads most of it.
  await own.sql(
    `insert into products (account_id, sku, name) select $1, sku, 'A thing' from unnest($2::text[]) with ordinality as s (sku, n)
      order by n desc`,
    [accountId, skus],
  );
  await own.sql(
    `insert into stock_levels (account_id, connection_id, sku, warehouse, location, on_hand, allocated, on_hold, available)
     select $1, $2, sku, 'NV2', 'A', 9, 9, 0, 0 from unnest($3::text[]) as sku`,
    [accountId, warehouse, skus],
  );
  await own.sql(
    `insert into stock_counts (account_id, connection_id, begun_at, ended_at) select $1, $2, at, at from (select now() - interval '1 day') as t (at)`,
    [accountId, warehouse],
  );
  await own.sql('analyze products; analyze stock_levels');
  const actor = { accountId, userId: null };
  const lock = ({ db }: Tenant, some: string[]) =>
    sql`select from products where account_id = ${accountId} and sku = any(${some}::text[])
      order by sku collate "C" for no key update`.execute(db);
  const parcel = {
    remoteId: 'P1',
    reference: 'R1',
    shippedAt: new Date(),
    lines: skus.map((sku) => ({ sku, lot: null, quantity: 1 })),
  } as unknown as WarehouseShipment;
  const began: string[] = [];
  let shipped: Promise<void> | undefined;
  await inTenant(own.database, actor, async (tenant) => {
    began.push('by SKU');
    await lock(tenant, skus.slice(0, 1));
    shipped ??= inTenant(own.database, actor, (other) => {
      began.push('the parcel');
      return shipStock(other, warehouse, [parcel]);
    });
    await lockWait(own);
    await lock(tenant, skus);
  });
  await shipped;
  expect(began).toEqual(['by SKU', 'the parcel']);
});

const shop = { connector: connectorNamed('ship_station'), settings: { api_key: 'demo-key', api_secret: 'demo-secret' } };

async function endAsUninstalled(tenant: Tenant, id: number): Promise<void> {
  const connection = (await getConnection(tenant, seal, id)) ?? expect.unreachable('it is connected');
  await endUninstalled(tenant, connection, await signsInBy(tenant, id));
}

/** From a date before it was disconnected, so that it reads its orders from there. */
async function takeUpAgain(tenant: Tenant, id: number): Promise<void> {
  const earlier = { ...(await identityOf(tenant, id)), disconnected_at: new Date() };
  await takeUp(tenant, earlier, { connector: shop.connector, name: 'Shop', slug: earlier.slug, since: new Date(0) });
}

test.each([
  ['connects it again', (tenant: Tenant, id: number) => reconnect(tenant, seal, id, shop.connector, shop.settings)],
  ['disconnects it', disconnect],
  ['follows that our access was taken away', endAsUninstalled],
  ['takes it up', takeUpAgain],
])('a page of a stream that is being stored and whoever %s do not deadlock', async (_what, change) => {
  const { accountId, userId } = await addAccount(own);
  const actor = { accountId, userId };
  const { id } = await inTenant(own.database, actor, (tenant) => connect(tenant, seal, { ...shop, name: 'Shop', since: new Date(0) }));
  const began: string[] = [];
  let changed: Promise<void> | undefined;
  await inTenant(own.database, actor, async (tenant) => {
    began.push('the page');
    await sql`update streams set failures = 0 where account_id = ${accountId} and connection_id = ${id}`.execute(tenant.db);
    changed ??= inTenant(own.database, actor, async (other) => {
      began.push('the person');
      await change(other, id);
    });
    // The person is done, or waits for the page.
    await doneOrLockWait(own, changed);
    await recordSuccess(tenant, id);
  });
  await changed;
  expect(began).toEqual(['the page', 'the person']);
});

/** A page that stores what `store` does. */
const pageOf = (store: (tenant: Tenant) => Promise<unknown>): PageRead => ({
  ...{ count: 1, unreadable: [], readIds: ['1'], next: null, more: false, records: [{}], acknowledges: false },
  store: (tenant) => store(tenant).then(() => ({ done: 1, skipped: 0 })),
});
const ahead = (tenant: Tenant, connectionId: number, page: PageRead) =>
  storeAhead(tenant, { connectionId, stream: 'orders' }, [{ cursor: null }, { cursor: { page: 1 } }], page);

test('a page that is being stored and the next one, stored beside it, wait for one another, and do not deadlock', async () => {
  const { accountId, userId } = await addAccount(own);
  const actor = { accountId, userId };
  const { id } = await inTenant(own.database, actor, (tenant) => connect(tenant, seal, { ...shop, name: 'Shop', since: new Date(0) }));
  const order = await addOrder(own, accountId, id);
  const lock = ({ db }: Tenant) => sql`select from orders where account_id = ${accountId} and id = ${order} for no key update`.execute(db);
  const began: string[] = [];
  let beside: Promise<unknown> | undefined;
  await inTenant(own.database, actor, async (tenant) => {
    began.push('the page');
    await lock(tenant);
    beside ??= inTenant(own.database, actor, (other) => {
      began.push('the next');
      return ahead(other, id, pageOf(lock));
    });
    await lockWait(own);
    await recordSuccess(tenant, id);
  });
  expect(await beside).toMatchObject({ applied: { done: 1 } });
  expect(began).toEqual(['the page', 'the next']);
});

test('whoever takes a connection up again waits for what is being stored ahead of its page', async () => {
  const { accountId, userId } = await addAccount(own);
  const actor = { accountId, userId };
  const { id } = await inTenant(own.database, actor, (tenant) => connect(tenant, seal, { ...shop, name: 'Shop', since: new Date(0) }));
  let taken: Promise<void> | undefined;
  await inTenant(own.database, actor, async (tenant) => {
    expect(
      await ahead(
        tenant,
        id,
        pageOf(async () => undefined),
      ),
    ).not.toBeNull();
    taken ??= inTenant(own.database, actor, (other) => takeUpAgain(other, id));
    await lockWait(own);
  });
  await taken;
});
