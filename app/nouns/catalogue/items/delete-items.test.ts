import { expect, test } from 'vitest';
import { importing } from '../../../../test/imports.ts';
import { outcomesInWords } from '../../../../test/in-words.ts';
import { testWeb } from '../../../../test/web.ts';
import type { Kind } from '../kinds.ts';

const own = testWeb();
const { check, apply, undo, stateOf } = importing(own);

const column = { products: 'product_id', raw_materials: 'raw_material_id' } as const;

/** Puts an item on a purchase order that was made by hand. */
async function order(accountId: number, kind: Kind, sku: string): Promise<number> {
  const [item] = await own.sql<{ id: number }>(`select id::int from ${kind} where account_id = $1 and sku = $2`, [accountId, sku]);
  await own.sql(
    `with po as (insert into purchase_orders (account_id, source_number) values ($1, '1') returning id)
    insert into purchase_order_lines (account_id, purchase_order_id, position, sku, name, quantity, ${column[kind]}, mapped_sku)
    select $1, id, 1, $2, '', 5, $3, $2 from po`,
    [accountId, sku, item?.id],
  );
  return item?.id ?? 0;
}

test.each(['products', 'raw_materials'] as const)('of %s one that is on a purchase order is not deleted, with the reason', async (kind) => {
  const ann = await own.person(await own.account());
  await own.sql(`insert into ${kind} (account_id, sku, name) values ($1, 'BOX', 'A box')`, [ann.accountId]);
  const id = await order(ann.accountId, kind, 'BOX');
  const url = `/api/${kind}/${id}`;
  const reply = await own.as(ann, { method: 'DELETE', url });
  expect([reply.statusCode, reply.json()]).toMatchObject([409, { errorMessage: 'Purchase orders contain it.' }]);
});

test('the undo of an import leaves what is on a purchase order by now, and takes back the rest', async () => {
  const ann = await own.person(await own.account());
  const id = await check(ann, 'sku,name\nBOX,A box\nMUG,A mug\n');
  await apply(ann, id);
  await order(ann.accountId, 'products', 'BOX');
  await undo(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'undone', kept: 1 });
  expect(await own.sql('select sku from products where account_id = $1', [ann.accountId])).toEqual([{ sku: 'BOX' }]);
  const reasons = await own.sql('select o.label, o.reason from run_outcomes o join imports i on i.run_id = o.run_id where i.id = $1', [id]);
  expect(outcomesInWords(reasons)).toEqual([{ label: 'BOX', reason: 'Purchase orders contain it.' }]);
});

test.each(['products', 'raw_materials'] as const)(
  'of %s one that the warehouse gave up is given up still once its deletion is undone',
  async (kind) => {
    const ann = await own.person(await own.account());
    const [{ id } = { id: 0 }] = await own.sql<{ id: number }>(
      `insert into ${kind} (account_id, sku, name, named_at, gone_at) values ($1, 'BOX', 'A box', '2026-01-02', '2026-03-04') returning id::int`,
      [ann.accountId],
    );
    const rows = () => own.sql(`select named_at, gone_at from ${kind} where account_id = $1`, [ann.accountId]);
    const before = await rows();
    expect((await own.as(ann, { method: 'DELETE', url: `/api/${kind}/${id}` })).statusCode).toBe(200);
    expect(await rows()).toEqual([]);
    const [run] = await own.sql<{ id: string }>(`select id from runs where account_id = $1 and action = 'delete'`, [ann.accountId]);
    expect((await own.as(ann, { method: 'POST', url: `/api/runs/${run?.id}/undo` })).statusCode).toBe(200);
    expect(await rows()).toEqual(before);
  },
);
