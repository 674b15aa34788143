import { expect, test } from 'vitest';
import { buildShop } from '../../../../test/build.ts';
import { importing } from '../../../../test/imports.ts';
import { outcomesInWords, runsInWords } from '../../../../test/in-words.ts';
import { testWeb } from '../../../../test/web.ts';
import { linkProduct, unlinkProduct } from '../saving/commands.ts';

const own = testWeb();
const { check, apply, stateOf } = importing(own);

async function open() {
  const shop = await buildShop(own);
  const ann = await own.person(shop.accountId);
  const [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [shop.channelId]);
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'JAR', 'A jar')`, [shop.accountId]);
  const link = async (sku: string, units: number) => {
    await own.sql(
      `insert into connector_products (account_id, connection_id, connector_product_sku) values ($1, $2, $3) on conflict do nothing`,
      [shop.accountId, shop.channelId, sku],
    );
    const [mug] = await own.sql(`select id from products where account_id = $1 and sku = 'MUG'`, [shop.accountId]);
    await shop.inTenant((tenant) => linkProduct(tenant, { connectionId: shop.channelId, sku, productId: Number(mug?.id), units }));
  };
  const ran = async (importId: number) => {
    const outcomes = await own.sql(
      `select o.outcome, o.label, o.reason from run_outcomes o join imports i on i.run_id = o.run_id where i.id = $1 order by o.label`,
      [importId],
    );
    const runs = await own.sql('select r.done, r.skipped, r.sentence from runs r join imports i on i.run_id = r.id where i.id = $1', [
      importId,
    ]);
    return { outcomes: outcomesInWords(outcomes), run: runsInWords(runs)[0] };
  };
  return {
    shop,
    link,
    ran,
    apply: (id: number) => apply(ann, id),
    file: (text: string) => check(ann, text, { entity: 4, connector: slug }),
  };
}

test('the run of a file of links lists each row that was good at its check and is left out, with why', async () => {
  const opened = await open();
  await opened.link('PACK', 1);
  const id = await opened.file('channel_sku,product_sku\nNEW,CUP\nGONE,JAR\nTAKEN,CUP\nPACK,CUP\n');
  await own.sql(`delete from products where account_id = $1 and sku = 'JAR'`, [opened.shop.accountId]);
  await opened.link('TAKEN', 1);
  await opened.link('PACK', 6);
  await opened.apply(id);
  expect(await opened.ran(id)).toEqual({
    outcomes: [
      { outcome: 'skipped', label: 'GONE', reason: 'JAR is no longer a product.' },
      {
        ...{ outcome: 'skipped', label: 'PACK' },
        reason: 'One sale takes 6 units of another product by now. Say how many of this one in Units per sale.',
      },
      { outcome: 'skipped', label: 'TAKEN', reason: 'It was linked after the file was checked.' },
    ],
    run: { done: 1, skipped: 3, sentence: '1 link imported, 3 left out for what changed since the check.' },
  });
  expect(await stateOf(id)).toMatchObject({ state: 'applied', applied: 1, kept: 3 });
});

test('units of a link that was taken away since are listed as left out', async () => {
  const opened = await open();
  await opened.link('PACK', 6);
  const id = await opened.file('channel_sku,units_per_sale\nPACK,4\n');
  await opened.shop.inTenant((tenant) => unlinkProduct(tenant, { connectionId: opened.shop.channelId, sku: 'PACK' }));
  await opened.apply(id);
  expect((await opened.ran(id)).outcomes).toEqual([{ outcome: 'skipped', label: 'PACK', reason: 'It is no longer linked.' }]);
});
