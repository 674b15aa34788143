import { expect, onTestFinished, test } from 'vitest';
import { connectorNamed } from '../../../../connectors/index.ts';
import { storeBytes } from '../../../../platform/files.ts';
import { addTextFile } from '../../../../test/add-file.ts';
import { buildShop, ofGoods, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { copiesOf } from '../../../../test/every-copy.ts';
import { shipAll } from '../../../../test/shop/warehouse.ts';
import { allNouns } from '../../../entities/all.ts';
import { startImport } from '../../../screens/import-export/imports/commands.ts';
import { entityNamed } from '../../../screens/import-export/imports/entities.ts';
import { knownTable } from '../../../screens/import-export/imports/files/mapping.ts';
import { storeTable } from '../../../screens/import-export/imports/files/receive.ts';
import { createComment } from '../../../shared/comments/commands.ts';
import { startBulk } from '../../../shared/runs/bulk/start.ts';
import { raiseTicket } from '../../../shared/support/commands.ts';
import { addPendingFile } from '../../../shared/support/files/attachments.ts';
import { createMessage } from '../../../shared/support/message-commands.ts';
import { createReply } from '../../../shared/support/replies/replies.ts';
import { saveView } from '../../../shared/views/commands.ts';
import { linkSoldSku } from '../../links/saving/commands.ts';
import { orderBulk } from '../../orders/bulk/verbs.ts';
import { getOrder } from '../../orders/detail/queries.ts';
import { saveOrder } from '../../orders/editing/save.ts';
import { startOrdersExport } from '../../orders/export/commands.ts';
import { watchErasures } from './due.ts';

const own = testDatabase();
const name = 'Quirin Zabelstein & Sohn';
const email = 'quirin@zabelstein.example';
const words = ['Quirin Zabelstein', 'Quirina Zabelstein', email, '+49 555 0199', '7 Lindwurm Lane', 'zabelstein'];
const text = `Call ${name.toUpperCase()} of 7 Lindwurm Lane, +49 555 0199 or ${email}`;
const search = (own: Shop) => own.inTenant(watchErasures).then(() => own.engine.runJobs());

/** A shop whose channel demands it, with an order of this buyer that needs a person, and one of somebody else. */
async function shopWithBuyer(): Promise<Shop & { id: number }> {
  const channel = connectorNamed('ship_station');
  channel.erasesBuyersAfterDays = 30;
  onTestFinished(() => void delete channel.erasesBuyersAfterDays);
  const shop = await buildShop(own, { reads: ofGoods });
  const shipTo = { name, street1: '7 Lindwurm Lane', phone: '+49 555 0199' } as never;
  shop.sell({ orderNumber: '1001', customerEmail: email, customerNotes: `For ${name}`, items: [{ sku: 'NOWHERE', quantity: 1 }], shipTo });
  shop.sell({ orderNumber: '1002', shipTo: { name: 'Berta Bleibtreu' } as never });
  await shop.sync();
  return { ...shop, id: (await shop.order('1001')).id };
}

/** All that people do with an order, and with what names its buyer. */
async function workOn({ inTenant, engine, accountId, userId, id, channelId, ...shop }: Shop & { id: number }): Promise<void> {
  await inTenant((tenant) => saveOrder(tenant, { id, customer_name: 'Quirina Zabelstein' }));
  await inTenant((tenant) => saveOrder(tenant, { id, customer_name: name }));
  await inTenant((tenant) => createComment(tenant, allNouns, { type: 'order', id }, `@Ann ${text}`));
  await inTenant((tenant) => startBulk(tenant, orderBulk, 'hold', { ids: [id] }, { reason: text }));
  await engine.runJobs();
  await inTenant((tenant) => startBulk(tenant, orderBulk, 'unhold', { ids: [id] }));
  const requester = { name: 'Ann', accountName: 'Account' };
  const about = { item_type: 'order', item_id: id } as const;
  const ticket = await inTenant((tenant) =>
    raiseTicket(tenant, requester, { subject_1: 'Order', subject_2: text, description: text, ...about } as never),
  );
  const stored = await storeBytes(engine.files, accountId, streamOf(text) as never);
  const file = await inTenant((tenant) =>
    addPendingFile(tenant, ticket, { ...stored, name: `${name}.txt`, contentType: 'text/plain' } as never),
  );
  await inTenant((tenant) => createMessage(tenant, ticket, { body: `<p>${text.replace('&', '&amp;')}</p>`, files: [file.id] }));
  await inTenant((tenant) => createReply(tenant, { name: `For ${name}`, body: `<p>${text}</p>` }));
  const who = { userId, role: 'account_admin' } as const;
  const view = { entity: 'orders', name, shared: true, opens: true, query: { search: email }, columns: ['order_number'] } as const;
  await inTenant((tenant) => saveView(tenant, allNouns, who, view as never));
  await inTenant((tenant) => startOrdersExport(tenant, { search: email } as never));
  await inTenant((tenant) => startOrdersExport(tenant, { rows: 'orders' } as never));
  await own.sql(
    `with key as (
      insert into api_keys (account_id, handle, name, made_by, scopes, version) values ($1, 'desk', 'Desk', $2, '{write_orders}', '2026-01-01')
        returning id
    )
    insert into api_replies (account_id, key_id, name, digest, status, reply, place)
    select $1, id, 'hold-1', '', 200, json_build_object('message', $3::text), 1 from key`,
    [accountId, userId, `“${text}”`],
  );
  await inTenant((tenant) => addTextFile(tenant, engine.files, 'plain.csv', `\uFEFFname\n"${name}"\n`));
  await addImport({ inTenant, engine, accountId });
  await engine.runJobs();
  const mug = (await own.sql<{ id: string }>(`select id from products where account_id = $1 and sku = 'MUG'`, [accountId]))[0];
  await inTenant((tenant) => linkSoldSku(tenant, { connectionId: channelId, sku: 'NOWHERE', productId: Number(mug?.id) } as never));
  await engine.runJobs();
  // Until then the link could be undone.
  await engine.passTime();
  await shipAll({ inTenant, engine, accountId, userId, channelId, ...shop });
}

async function addImport({ inTenant, engine, accountId }: Pick<Shop, 'inTenant' | 'engine' | 'accountId'>): Promise<void> {
  const entity = entityNamed('raw_materials');
  const content = streamOf(`SKU;Name\nBOX-${'1'};Box\nWRONG-${name};${'x'.repeat(2_000)} ${name}\n`);
  const file = Object.assign(content, { fileName: `${email}.csv` });
  const table = await storeTable(engine.files, accountId, file, knownTable(entity));
  if ('refused' in table) throw new Error('The file has no table.');
  await inTenant((tenant) => startImport(tenant, engine.files, entity, table, true));
}

async function* streamOf(content: string): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
}

const passDays = (shop: Shop, days: number) =>
  own.sql(
    `with parcels as (update shipments set shipped_at = now() - make_interval(days => $2) where account_id = $1)
     update orders set confirmed_at = now() - make_interval(days => $2), created_at = now() - make_interval(days => $2),
       remote_modified_at = now() - make_interval(days => $2 + 2) where account_id = $1`,
    [shop.accountId, days],
  );

test('thirty days after shipping nothing in any table or file names the buyer', async () => {
  const shop = await shopWithBuyer();
  await workOn(shop);
  await shop.engine.exchanges.flush();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled' });
  const before = await copiesOf(own, shop, 'Zabelstein');
  for (const table of filled) expect(before.join('\n'), table).toContain(table);

  await passDays(shop, 29);
  await search(shop);
  expect(await copiesOf(own, shop, 'Quirin Zabelstein')).toEqual(expect.arrayContaining(['public.orders.customer_name']));
  await passDays(shop, 31);
  await own.sql(`update buyer_erasures set look_at = now() where account_id = $1`, [shop.accountId]);
  await search(shop);
  for (const word of words) expect(await copiesOf(own, shop, word), word).toEqual([]);

  const order = await shop.inTenant((tenant) => getOrder(tenant, shop.id));
  expect(order).toMatchObject({ customer_name: 'Erased', country: 'US', units_shipped: 1, order_status: 'fulfilled' });
  expect(order?.buyer_erasure).toMatch(/^The buyer’s data were erased on .+, 30 days after the order ended\.$/);
  expect(order?.events.at(-1)?.sentence).toBe('The buyer’s data were erased, 30 days after the order ended.');
  const audit = await own.sql(`select verb, noun, changes from audit_entries where account_id = $1 and noun = 'buyers of connection'`, [
    shop.accountId,
  ]);
  expect(audit).toEqual([{ verb: 'deleted', noun: 'buyers of connection', changes: { orders: { from: 2, to: null } } }]);
});

/** Where the buyer is before: the test would find nothing in a place that nothing was written to. */
const filled = [
  ...['orders.', 'order_events.', 'payload_bundles.packed', 'order_terms.', 'exchange_bodies.packed', 'changes.', 'audit_entries.'],
  ...['comments.', 'support_tickets.', 'support_messages.', 'saved_replies.', 'saved_views.', 'runs.terms', 'warehouse_orders.'],
  ...['api_replies.', 'exports.', 'files.name', 'imports.', 'import_', 'file '],
];
