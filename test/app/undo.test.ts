import { beforeAll, expect, test } from 'vitest';
import { addLines, addListings, addOrder, addProducts } from '../shop/rows.ts';
import { webShop } from '../shop/web-shop.ts';
import { type Person, testWeb } from '../web.ts';

const own = testWeb();
const shop = webShop(own);
const channel = '/api/connectors/ship_station';
let ben: Person;
let products: Map<string, number>;
let orderId = 0;
let line = 0;

beforeAll(async () => {
  const { accountId } = shop.admin;
  ben = await own.person(accountId, 'account_admin');
  products = await addProducts(own, accountId, ['CUP', 'MUG']);
  const channelId = shop.ids.get('ship_station') ?? 0;
  await addListings(own, channelId, ['TEAPOT']);
  orderId = await addOrder(own, accountId, channelId);
  line = (await addLines(own, accountId, orderId, [{ sku: 'PLATE', quantity: 1 }])).get('PLATE') ?? 0;
});

async function send(person: Person, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const reply = await own.as(person, { method, url, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json() };
}

/** How what people change of a noun is saved, as what it is read, and how the last save is undone. */
type Undoable = {
  save: (person: Person, value: string) => Promise<{ status: number; body: { undo?: { id: number } } }>;
  read: () => Promise<unknown>;
  /** What the reply to a save names, or what the history of the record does. */
  last: (saved: { undo?: { id: number } }) => Promise<number>;
  undo: (person: Person, id: number) => Promise<{ status: number; body: { errorMessage?: string } }>;
};

const ofSave = {
  last: async ({ undo }: { undo?: { id: number } }) => undo?.id ?? 0,
  undo: (person: Person, id: number) => send(person, 'POST', `/api/mapping-saves/${id}/undo`, {}),
};
const rules = {
  last: async () => (await send(ben, 'GET', `${channel}/rules/history`)).body[0].id,
  undo: (person: Person, id: number) => send(person, 'POST', `${channel}/rules/history/${id}/put-back`, {}),
};
const one = async (text: string) => Object.values((await own.sql(text, [shop.admin.accountId]))[0] ?? { value: null })[0];

const nouns: Record<string, Undoable> = {
  'product link': {
    save: (person, value) =>
      send(person, 'POST', '/api/connector-products', {
        connector_product: {
          connector_id: shop.ids.get('ship_station'),
          connector_product_sku: 'TEAPOT',
          product_id: products.get(value === 'first' ? 'CUP' : 'MUG'),
        },
      }),
    read: () => one(`select product_id from connector_products where account_id = $1 and connector_product_sku = 'TEAPOT'`),
    ...ofSave,
  },
  'shipping option': {
    save: (person, value) =>
      send(person, 'PUT', `${channel}/shipping-options`, {
        codes: [{ connectorCode: 'drone', amwareCode: value === 'first' ? 'UPSGR' : 'RM24' }],
      }),
    read: () => one(`select amware_code from shipping_options where account_id = $1 and connector_code = 'drone'`),
    ...ofSave,
  },
  'location mapping': {
    save: (person, value) =>
      send(person, 'POST', `${channel}/save-locations`, {
        locations: [{ internal_id: 'W', connector_location: 'West', amware_location: value === 'first' ? 'ATL' : 'RNO' }],
      }),
    read: () => one(`select amware_location from location_mappings where account_id = $1 and internal_id = 'W'`),
    ...ofSave,
  },
  preset: {
    save: (person, field_value) => send(person, 'POST', `${channel}/amware-presets`, { field_name: 'note', field_value }),
    read: () => one(`select field_value from presets where account_id = $1 and field_name = 'note'`),
    ...rules,
  },
  'field mapping': {
    save: (person, destination_value) =>
      send(person, 'POST', `${channel}/field-mappings`, { source_field: 'country', destination_field: 'note', destination_value }),
    read: () => one('select destination_value from field_mappings where account_id = $1'),
    ...rules,
  },
  'edit of an order': {
    save: (person, value) =>
      send(person, 'PUT', '/api/orders/save', {
        order: { id: orderId, note: value, lineItems: [{ id: line, quantity: value === 'first' ? 5 : 6 }] },
      }),
    read: async () => {
      const { note, lines } = (await send(ben, 'GET', `/api/orders/${orderId}`)).body;
      return [note, lines[0].quantity];
    },
    last: async () => (await send(ben, 'GET', `/api/orders/${orderId}`)).body.undoable_edit,
    undo: (person, edit) => send(person, 'POST', `/api/orders/${orderId}/undo-edit`, { edit }),
  },
};

test.each(Object.entries(nouns))('a %s that still stands is undone, once, also where two people undo it at once', async (_, noun) => {
  const before = await noun.read();
  const saved = await noun.save(shop.admin, 'first');
  expect(saved.status).toBeLessThan(300);
  expect(await noun.read()).not.toEqual(before);
  const id = await noun.last(saved.body);
  const replies = await Promise.all([noun.undo(shop.admin, id), noun.undo(ben, id)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.body.errorMessage).toContain('undone already');
  expect(await noun.read()).toEqual(before);
  expect((await noun.undo(ben, id)).status).toBe(409);
});

const at = String.raw` on \w{3} \d+, \d{4} \d+:\d\d [ap]m`;
const sentences: Record<string, RegExp> = {
  'product link': new RegExp(`^Person 4 mapped TEAPOT anew${at}, so this cannot be undone\\.$`),
  'shipping option': new RegExp(`^Person 4 mapped drone anew${at}, so this cannot be undone\\.$`),
  'location mapping': new RegExp(`^Person 4 mapped W anew${at}, so this cannot be undone\\.$`),
  preset: new RegExp(`^Person 4 changed this rule${at}, so it cannot be put back`),
  'field mapping': new RegExp(`^Person 4 changed this rule${at}, so it cannot be put back`),
  'edit of an order': /^Person 4 edited this order after that\. Undo the newest edit first\.$/,
};

test.each(Object.entries(nouns))('a %s that somebody changed since is not undone, and it is said who did', async (name, noun) => {
  const id = await noun.last((await noun.save(shop.admin, 'first')).body);
  await noun.save(ben, 'second');
  const since = await noun.read();
  const refused = await noun.undo(shop.admin, id);
  expect([refused.status, refused.body.errorMessage]).toEqual([409, expect.stringMatching(sentences[name] ?? /^$/)]);
  expect(await noun.read()).toEqual(since);
});

test('an undo is a change of its own, by whoever undid, and nobody of another account sees either', async () => {
  const noun = nouns.preset as Undoable;
  await noun.save(shop.admin, 'Fragile');
  await noun.undo(ben, await noun.last({}));
  const [undo, change] = await own.sql<{ id: string; user_id: string; undoes: string | null }>(
    'select id, user_id, undoes from changes where account_id = $1 order by id desc limit 2',
    [shop.admin.accountId],
  );
  expect([change?.user_id, undo?.user_id]).toEqual([String(shop.admin.userId), String(ben.userId)]);
  expect(undo?.undoes).toBe(change?.id);
  expect((await send(shop.stranger, 'POST', `/api/mapping-saves/${change?.id}/undo`, {})).status).toBe(404);
});

test('secrets never enter the ledger of changes', async () => {
  await own.as(shop.admin, {
    method: 'POST',
    url: '/api/auth/change-password',
    payload: { currentPassword: 'none of theirs', newPassword: 'battery staple horse' },
  });
  const all = JSON.stringify(await own.sql('select * from changes'));
  for (const secret of ['demo-key', 'demo-secret', 'demo-amware-key', 'battery staple']) expect(all).not.toContain(secret);
});
