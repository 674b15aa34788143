import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addConnection, addOrder } from '../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../test/web.ts';

const own = testWeb();
let ann: Person;
let ben: Person;
let channelId = 0;
const products = new Map<string, number>();

beforeAll(async () => {
  const accountId = await own.account();
  ann = await own.person(accountId);
  ben = await own.person(accountId);
  channelId = await addConnection(own, accountId);
  for (const sku of ['MUG', 'CUP', 'POT']) products.set(sku, await addProduct(accountId, sku));
});

async function addProduct(accountId: number, sku: string): Promise<number> {
  const [row] = await own.sql<{ id: string }>(`insert into products (account_id, sku, name) values ($1, $2, $3) returning id`, [
    accountId,
    sku,
    `A ${sku}`,
  ]);
  return Number(row?.id);
}

type Line = { id: number; sku: string; quantity: number; source_quantity: number | null; is_charge: boolean };
let orderId = 0;
let lines: Record<string, Line> = {};
let revision = 0;

/** Two mugs, one cup and the postage. */
beforeEach(async () => {
  orderId = await addOrder(own, ann.accountId, channelId, { units_ordered: 3 });
  for (const [position, sku, quantity] of [
    [1, 'MUG', 2],
    [2, 'CUP', 1],
    [3, 'POSTAGE', 1],
  ] as const)
    await own.sql(
      `insert into order_lines (account_id, order_id, position, remote_line_id, sku, name, quantity, unit_price, is_charge, product_id, mapped_sku)
       values ($1, $2, $3, $4, $4, $4, $5, 10, $6, $7, $8)`,
      [ann.accountId, orderId, position, sku, quantity, sku === 'POSTAGE', products.get(sku) ?? null, products.has(sku) ? sku : null],
    );
  await read();
});

async function read() {
  const answer = await own.as(ann, { url: `/api/orders/${orderId}` });
  const order = answer.json();
  lines = Object.fromEntries(order.lines.map((line: Line) => [line.sku, line]));
  revision = order.revision;
  return order;
}

const save = (lineItems: unknown[], { by = ann, ...order }: { by?: Person } & Record<string, unknown> = {}) =>
  own.as(by, { method: 'PUT', url: '/api/orders/save', payload: { order: { id: orderId, lineItems, ...order } } });
const idOf = (sku: string) => lines[sku]?.id as number;
const quantities = async () => Object.fromEntries((await read()).lines.map(({ sku, quantity }: Line) => [sku, quantity]));

test('quantities, removals and new products are saved with the fields, in one', async () => {
  const answer = await save(
    [
      { id: idOf('MUG'), quantity: 5 },
      { id: idOf('CUP'), isDelete: true },
      { isNewItem: true, product_id: products.get('POT'), quantity: 3 },
    ],
    { city: 'Paris' },
  );
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    success: true,
    updatedBy: 'Person 1',
    changed: ['city', 'lines'],
    revision: revision + 1,
    order_status: 'error',
    lineItems: [
      { sku: 'MUG', quantity: 5, source_quantity: 2 },
      { sku: 'POSTAGE', is_charge: true },
      { sku: 'POT', quantity: 3, source_quantity: 0, mapped_sku_js: 'POT', isMissing: false },
    ],
  });
  expect(await read()).toMatchObject({ city: 'Paris', units_ordered: 8, edited_fields: ['city', 'lines'], updated_by_name: 'Person 1' });
});

test('fields and lines that both changed are refused by name, with what the other made of them, and nothing is written', async () => {
  expect(
    (
      await save(
        [
          { id: idOf('MUG'), quantity: 5 },
          { id: idOf('CUP'), isDelete: true },
        ],
        { by: ben, revision, city: 'Paris' },
      )
    ).statusCode,
  ).toBe(200);
  const answer = await save(
    [
      { id: idOf('MUG'), quantity: 9 },
      { id: idOf('CUP'), quantity: 4 },
    ],
    { revision, city: 'Rome', note: 'Call' },
  );
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toEqual({
    code: 'conflict',
    errorMessage:
      'Person 2 changed City (now Paris), Qty of MUG (now 5), Qty of CUP (removed) meanwhile. Nothing of yours is lost: choose theirs or yours, then save again.',
    revision: revision + 1,
    conflicts: [
      { field: 'city', label: 'City', theirs: 'Paris', who: 'Person 2' },
      { field: `line:${idOf('MUG')}`, label: 'Qty of MUG', theirs: 5, who: 'Person 2' },
      { field: `line:${idOf('CUP')}`, label: 'Qty of CUP', theirs: null, who: 'Person 2' },
    ],
  });
  expect(await read()).toMatchObject({ city: 'Paris', note: null });
  expect(await quantities()).toEqual({ MUG: 5, POSTAGE: 1 });
});
