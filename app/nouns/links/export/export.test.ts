import { beforeAll, expect, test } from 'vitest';
import { exporting } from '../../../../test/exports.ts';
import { importing } from '../../../../test/imports.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';

const own = testWeb({ longestWaitMs: 0 });
const { check, apply, stateOf, rowsOf, errorsOf } = importing(own);
const { exportedBy } = exporting(own);
let ann: Person;
let slug: string;

/** Links that a file has to survive: awkward SKUs and names, none, packs, what was deleted, and those of another channel. */
beforeAll(async () => {
  ann = await own.person(await own.account());
  const [channel, other] = [await addConnection(own, ann.accountId), await addConnection(own, ann.accountId)];
  [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>(`update connections set name = '=Shop, "one"' where id = $1 returning slug`, [
    channel,
  ]);
  await own.sql(
    `insert into products (account_id, sku, name) values ($1, '-MUG', '=A "mug"'), ($1, '0042', 'Forty-two'), ($1, 'mug', 'é')`,
    [ann.accountId],
  );
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, name, units_per_sale, deleted_at, product_id)
     select $1, case when shop = 1 then $2::bigint else $3 end, sku, 'Sold as ' || sku, units, case when units = 9 then now() end,
       (select id from products p where p.account_id = $1 and p.sku = product)
     from (values (1, '=1+1', '-MUG', 6), (1, ' 0042 ', '0042', 1), (1, '1.23E+12', 'mug', 1), (1, 'e', null, 4), (1, 'E', 'mug', 2), (1, '007', null, 1),
       (1, E'NB\\u00a0SP', '0042', 1), (1, '''quoted', null, 1), (1, 'a;=b', 'mug', 1), (1, 'GONE', null, 9), (2, 'THEIRS', 'mug', 1)) as given (shop, sku, product, units)`,
    [ann.accountId, channel, other],
  );
  await own.sql(`update connector_products set is_alias = true where account_id = $1 and connector_product_sku in ('a;=b', '007')`, [
    ann.accountId,
  ]);
});

const exported = () => exportedBy(ann, `/api/connectors/${slug}/products/export`);

test('the links of a channel are exported, safe to open in a spreadsheet, and imported again they change nothing', async () => {
  const text = await exported();
  expect(text.split('\n')[0]?.trim()).toMatch(/^\ufeff?channel_sku,product_sku,units_per_sale,alias,channel,title,product_name$/);
  expect(text).not.toMatch(/GONE|THEIRS/);
  expect(text.split(/[,\r\n"]+/).filter((cell) => /^[=+@]/.test(cell))).toEqual([]);
  const id = await check(ann, text, { entity: 4, connector: slug });
  expect([await errorsOf(ann, id), await stateOf(id)]).toEqual([
    [],
    expect.objectContaining({ created: 0, changed: 0, wrong: 0, unchanged: 9 }),
  ]);
});

test('an alias comes back as one where the file brings it anew; of what is listed, the channel’s word counts', async () => {
  const aliases = async () =>
    (
      await own.sql<{ sku: string }>(
        `select connector_product_sku as sku from connector_products where account_id = $1 and is_alias and deleted_at is null order by 1`,
        [ann.accountId],
      )
    ).map(({ sku }) => sku);
  const text = await exported();
  await own.sql('delete from connector_products where account_id = $1', [ann.accountId]);
  await apply(ann, await check(ann, text, { entity: 4, connector: slug }));
  // What is not linked is only brought by the channel or an order.
  expect(await aliases()).toEqual(['a;=b']);
  const changed = 'channel_sku,product_sku,units_per_sale,alias\n=1+1,0042,1,YES\na;=b,0042,6,\nNEW,mug,,no';
  const again = await check(ann, changed, { entity: 4, connector: slug });
  expect(await errorsOf(ann, again)).toEqual(['4 alias: is neither yes nor empty → yes where only order lines name it; otherwise nothing']);
  expect((await rowsOf(ann, again, 'u')).data).toMatchObject([
    { key: '=1+1', cells: [{}, { from: '-MUG' }, {}, { column: 'alias', value: 'yes', from: null }] },
    { key: 'a;=b', cells: [{}, { from: 'mug' }, {}, { column: 'alias', value: '', from: null }] },
  ]);
  await apply(ann, again);
  expect(await aliases()).toEqual(['a;=b']);
});

test('a channel that is not of the account is not found', async () => {
  const bea = await own.person(await own.account());
  for (const [who, name] of [
    [bea, slug],
    [ann, 'nobody'],
  ] as const)
    expect((await own.as(who, { method: 'POST', url: `/api/connectors/${name}/products/export` })).statusCode).toBe(404);
});
