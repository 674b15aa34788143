import { beforeEach, describe, expect, test } from 'vitest';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addOrder } from '../../../../test/shop/rows.ts';
import { addReference, webShop } from '../../../../test/shop/web-shop.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { withTime } from '../../../../test/with-time.ts';
import { deleteRule } from './commands.ts';
import { presetKind } from './kinds.ts';
import { listRuleHistory } from './queries.ts';
import { writeMapping, writePreset } from './write.ts';

const own = testWeb();
const shop = webShop(own);
const plain = testDatabase();
const base = '/api/connectors/ship_station';

beforeEach(async () => {
  for (const table of ['presets', 'field_mappings', 'orders'])
    await own.sql(`delete from ${table} where account_id = $1`, [shop.admin.accountId]);
});

const send = async (method: 'GET' | 'POST' | 'DELETE', address: string, payload?: object, person: Person = shop.admin) => {
  const reply = await own.as(person, { method, url: `${base}/${address}`, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json() };
};
const preset = { field_name: 'note', field_description: 'Note', field_value: 'Fragile' };
const mapping = {
  ...{ source_field: 'country', source_name: 'Country', source_value: 'DE' },
  ...{ destination_field: 'warehouse_code', destination_name: 'Warehouse', destination_value: 'RNO' },
};

test('a preset is saved, listed with the fields that it may set, replaced, and deleted', async () => {
  const { status, body } = await send('POST', 'amware-presets', preset);
  expect([status, body]).toEqual([
    201,
    { id: expect.any(Number), message: 'The preset was saved.', waiting: 0, runId: expect.any(Number) },
  ]);
  await send('POST', 'amware-presets', { ...preset, field_value: 'Handle with care' });
  const listed = (await send('GET', 'amware-presets')).body;
  expect(listed.presets).toEqual([{ id: body.id, ...preset, field_value: 'Handle with care' }]);
  expect(listed.amwareFields).toContainEqual({ name: 'note', description: 'Note' });
  expect(await send('DELETE', `amware-presets/${body.id}`)).toMatchObject({ status: 200, body: { message: 'The preset was deleted.' } });
  expect((await send('DELETE', `amware-presets/${body.id}`)).status).toBe(404);
});

test('a field mapping is saved, listed with the fields that there are, and deleted', async () => {
  const { status, body } = await send('POST', 'field-mappings', mapping);
  expect([status, body.message]).toEqual([201, 'The field mapping was saved.']);
  const listed = (await send('GET', 'field-mappings')).body;
  expect(listed.fieldMappings).toEqual([{ id: body.id, ...mapping }]);
  expect(listed.sourceFields).toContainEqual({ name: 'country', description: 'Country' });
  expect(listed.destinationFields.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['shipping_code', 'warehouse_code']),
  );
  expect((await send('DELETE', `field-mappings/${body.id}`)).body).toMatchObject({ message: 'The field mapping was deleted.' });
});

test('a rule that another changed since it was looked at is not deleted', async () => {
  const { body } = await send('POST', 'amware-presets', preset);
  await send('POST', 'amware-presets', { ...preset, field_value: 'Handle with care' });
  const stale = await send('DELETE', `amware-presets/${body.id}?was=Fragile`);
  expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  expect(stale.body.errorMessage).toMatch(/^You set .* to “Handle with care” on .*\. Look at it again before you delete it\.$/);
  expect((await send('GET', 'amware-presets')).body.presets).toMatchObject([{ field_value: 'Handle with care' }]);
  expect((await send('DELETE', `amware-presets/${body.id}?was=Handle%20with%20care`)).status).toBe(200);
});

test('a saved and a deleted rule are on Activity, and undone there while they stand', async () => {
  const runs = async () =>
    (await own.as(shop.admin, { url: '/api/runs?tab=people' })).json().data as { id: number; subject: string; undoable: boolean }[];
  const undo = (id: number, person: Person = shop.admin) => own.as(person, { method: 'POST', url: `/api/runs/${id}/undo`, payload: {} });
  const values = async () => (await own.sql('select field_value from presets')).map(({ field_value }) => field_value);
  await send('POST', 'amware-presets', preset);
  const { runId: changed, id } = (await send('POST', 'amware-presets', { ...preset, field_value: 'Gift' })).body;
  expect((await send('POST', 'amware-presets', { ...preset, field_value: 'Gift' })).body).not.toHaveProperty('runId');
  expect((await runs())[0]).toMatchObject({ id: changed, subject: 'Preset of Note: Save', undoable: true });
  expect((await undo(changed, shop.stranger)).statusCode).toBe(409);
  expect((await undo(changed)).json()).toMatchObject({ message: 'The rule was put back.', runId: null });
  expect(await values()).toEqual(['Fragile']);
  expect((await undo(changed)).statusCode).toBe(409);

  const { runId: deleted } = (await send('DELETE', `amware-presets/${id}`)).body;
  expect((await runs())[0]).toMatchObject({ id: deleted, subject: 'Preset of Note: Delete', undoable: true });
  await undo(deleted);
  expect(await values()).toEqual(['Fragile']);
});

const both = 'Both source and destination fields must be selected';
const presetTwo = 'Both Amware field and preset value must be selected';
test.each([
  ['amware-presets', {}, { field_name: [presetTwo], field_value: [presetTwo], errorMessage: presetTwo }],
  ['amware-presets', { field_name: 'note' }, { field_value: [presetTwo], errorMessage: presetTwo }],
  ['field-mappings', {}, { source_field: [both], destination_field: [both], errorMessage: both }],
  ['field-mappings', { source_field: 'city' }, { destination_field: [both], errorMessage: both }],
])('%s with %j says what lacks', async (address, payload, body) => {
  expect(await send('POST', address, payload)).toEqual({ status: 422, body });
});

test.each([
  ['amware-presets', { ...preset, field_name: 'colour' }, 'field_name', 'The warehouse has no field “colour”.'],
  [
    ...(['amware-presets', { field_name: 'shipping_code', field_value: 'NO-SUCH-METHOD' }, 'field_value'] as const),
    'The warehouse has no shipping method with the code “NO-SUCH-METHOD”.',
  ],
  [
    ...(['amware-presets', { field_name: 'customer_email', field_value: 'nobody' }, 'field_value'] as const),
    '“nobody” is not an e-mail address.',
  ],
  ['field-mappings', { ...mapping, source_field: 'colour' }, 'source_field', 'Orders of this connection have no field “colour”.'],
  ['field-mappings', { ...mapping, destination_field: 'colour' }, 'destination_field', 'The warehouse has no field “colour”.'],
  [
    ...(['field-mappings', { ...mapping, destination_value: 'MOON' }, 'destination_value'] as const),
    'The warehouse has no building with the code “MOON”.',
  ],
])('%s with %j is refused, and nothing is saved', async (address, payload, field, sentence) => {
  expect(await send('POST', address, payload)).toEqual({ status: 422, body: { [field]: [sentence], errorMessage: sentence } });
  const change = address === 'amware-presets' ? { preset: payload } : { mapping: payload };
  expect((await send('POST', 'rules/impact', change)).status).toBe(422);
  for (const table of ['presets', 'field_mappings']) expect(await own.sql(`select from ${table}`), table).toEqual([]);
});

test('a code of the warehouse is saved with a warning while its list is not known', async () => {
  for (const table of ['shipping_methods', 'warehouses'])
    await own.sql(`delete from ${table} where account_id = $1`, [shop.admin.accountId]);
  const { status, body } = await send('POST', 'amware-presets', { field_name: 'shipping_code', field_value: 'NEXT' });
  expect([status, body.message]).toEqual([
    201,
    'The preset was saved. The warehouse’s shipping methods are not known yet, so nobody could look whether “NEXT” is one.',
  ]);
  expect((await send('POST', 'field-mappings', { ...mapping, destination_value: 'MOON' })).body.message).toBe(
    'The field mapping was saved. The warehouse’s buildings are not known yet, so nobody could look whether “MOON” is one.',
  );
  await addReference(own, shop.admin.accountId, shop.ids.get('amware') ?? 0);
});

test('what a rule would do is counted and tried, and nothing of it is kept', async () => {
  const { accountId } = shop.admin;
  const channelId = shop.ids.get('ship_station') ?? 0;
  await addOrder(own, accountId, channelId, { source_order_number: 'DE-1', country: 'DE' });
  await addOrder(own, accountId, channelId, { source_order_number: 'US-1', country: 'US' });
  const shipping = { field_name: 'shipping_code', field_value: 'UPSGR' };
  const none = { all: true, at_warehouse: null, at_warehouse_parts: null };
  expect((await send('POST', 'rules/impact', { mapping })).body).toEqual({ changes: 1, mends: 0, stops: 0, ...none });
  expect((await send('POST', 'rules/impact', { preset: shipping })).body).toEqual({
    changes: 2,
    mends: 2,
    stops: 0,
    ...none,
  });
  const { body } = await send('POST', 'rules/try', { order: 'DE-1', mapping });
  expect(body.order.order_number).toMatch(/^SO-/);
  expect(body.source).toMatchObject({ country: 'DE', customer_name: 'Alex Doe' });
  expect([body.before.warehouse_code, body.after.warehouse_code]).toEqual([undefined, 'RNO']);
  expect((await send('POST', 'rules/try', { order: 'NONE', mapping })).status).toBe(404);
  expect((await send('POST', 'rules/impact', { mapping: {} })).status).toBe(422);
  expect((await send('GET', 'field-mappings')).body.fieldMappings).toEqual([]);
});

test('however often presets change, the page of field mappings has the history of its own', async () => {
  await send('POST', 'field-mappings', mapping);
  const { accountId } = shop.admin;
  await own.sql(
    `insert into changes (account_id, group_id, user_id, noun, record_id, was, "is", at)
     select c.account_id, c.group_id, c.user_id, 'preset', c.record_id, c.was, c.is, c.at from changes c, generate_series(1, 60)
     where c.id = (select max(id) from changes where account_id = $1)`,
    [accountId],
  );
  const [connection] = await own.sql<{ id: string }>(`select id from connections where account_id = $1 and slug = 'ship_station'`, [
    accountId,
  ]);
  const id = Number(connection?.id);
  const entries = await withoutPerson(own.database, accountId, (tenant) => listRuleHistory(tenant, id, ['field mapping']));
  expect(new Set(entries.map(({ noun }) => noun))).toEqual(new Set(['field mapping']));
});

test('rules keep their history, and are put back as they were', async () => {
  await send('POST', 'amware-presets', preset);
  await send('POST', 'amware-presets', { ...preset, field_value: 'Second' });
  const [{ id }] = (await send('GET', 'amware-presets')).body.presets;
  await send('DELETE', `amware-presets/${id}`);
  const history = async () => (await send('GET', 'rules/history')).body.slice(0, 3);
  const [deleted, changed, created] = await history();
  expect(deleted).toMatchObject({ verb: 'deleted', noun: 'preset', from: { field_value: 'Second' }, to: null, who: expect.any(String) });
  expect(changed).toMatchObject({ verb: 'changed', from: { field_value: 'Fragile' }, to: { field_value: 'Second' } });
  expect(created).toMatchObject({ verb: 'created', from: null, to: preset });
  const values = async () =>
    (await send('GET', 'amware-presets')).body.presets.map(({ field_value }: { field_value: string }) => field_value);
  expect((await send('POST', `rules/history/${deleted.id}/put-back`, {})).body).toEqual({ message: 'The rule was put back.' });
  expect(await values()).toEqual(['Second']);
  await send('POST', `rules/history/${changed.id}/put-back`, {});
  expect(await values()).toEqual(['Fragile']);
  await send('POST', `rules/history/${created.id}/put-back`, {});
  expect(await values()).toEqual([]);
  expect((await send('POST', `rules/history/${created.id}/put-back`, {})).status).toBe(409);
  expect((await send('POST', `rules/history/${created.id}/put-back`, {}, shop.stranger)).status).toBe(404);
});

test('a rule is not saved over what somebody saved since a person looked, unless that is what they want', async () => {
  const save = (field_value: string, was: string | null) => send('POST', 'amware-presets', { ...preset, field_value, was });
  expect((await save('Fragile', null)).status).toBe(201);
  expect((await save('Second', 'Fragile')).status).toBe(201);
  const refused = { errorMessage: withTime('You set Note to “Second” on …. Look at it again before you save.'), code: 'changed_meanwhile' };
  expect(await save('Third', 'Fragile')).toEqual({ status: 409, body: refused });
  expect(await save('Third', null)).toEqual({ status: 409, body: refused });
  expect((await save('Second', 'Fragile')).status).toBe(201);
  const map = (destination_value: string, was: string | null) => send('POST', 'field-mappings', { ...mapping, destination_value, was });
  expect([(await map('RNO', null)).status, (await map('ATL', 'RNO')).status, (await map('', 'RNO')).status]).toEqual([201, 201, 409]);
  expect((await send('POST', 'field-mappings', { ...mapping, destination_value: 'RNO' })).status).toBe(201);
});

test('a field mapping is put back likewise: as it was before it was changed, deleted or created', async () => {
  await send('POST', 'field-mappings', mapping);
  await send('POST', 'field-mappings', { ...mapping, destination_value: 'ATL' });
  const [{ id }] = (await send('GET', 'field-mappings')).body.fieldMappings;
  await send('DELETE', `field-mappings/${id}`);
  const [deleted, changed, created] = (await send('GET', 'rules/history')).body;
  const putBack = async ({ id: entry }: { id: number }) => {
    const { status } = await send('POST', `rules/history/${entry}/put-back`, {});
    const { fieldMappings } = (await send('GET', 'field-mappings')).body;
    return [status, fieldMappings.map(({ id: _, ...values }: { id: number }) => values)];
  };
  expect(await putBack(deleted)).toEqual([200, [{ ...mapping, destination_value: 'ATL' }]]);
  expect(await putBack(changed)).toEqual([200, [mapping]]);
  expect(await putBack(created)).toEqual([200, []]);
  expect(await putBack(created)).toEqual([409, []]);
});

test('a rule that is there again has the id that it had, so that the same of two of equal rank wins; a new one where that is taken', async () => {
  const listed = async () => (await send('GET', 'field-mappings')).body.fieldMappings as { id: number }[];
  const newest = async () => (await send('GET', 'rules/history')).body[0].id;
  const putBack = async (entry: number) => (await send('POST', `rules/history/${entry}/put-back`, {})).status;
  const { id } = (await send('POST', 'field-mappings', mapping)).body;
  const created = await newest();
  await send('POST', 'field-mappings', { ...mapping, source_field: 'state' });
  const both = await listed();
  await send('DELETE', `field-mappings/${id}`);
  expect([await putBack(await newest()), await listed()]).toEqual([200, both]);
  expect([await putBack(created), (await listed()).length]).toEqual([200, 1]);
  expect([await putBack(await newest()), await listed()]).toEqual([200, both]);
  await send('DELETE', `field-mappings/${id}`);
  await own.sql(
    `insert into field_mappings (account_id, id, connection_id, source_field, source_name, source_value, destination_field,
       destination_name, destination_value) overriding system value
     select account_id, $1, connection_id, 'city', source_name, source_value, destination_field, destination_name, destination_value
     from field_mappings where account_id = $2`,
    [id, shop.admin.accountId],
  );
  expect(await putBack(await newest())).toBe(200);
  expect((await listed()).map((each) => each.id)).toEqual([id, both[1]?.id, expect.any(Number)]);
});

test.each([
  ['GET', 'amware-presets', 200],
  ['POST', 'amware-presets', 403],
  ['DELETE', 'amware-presets/1', 403],
  ['GET', 'field-mappings', 200],
  ['POST', 'field-mappings', 403],
  ['DELETE', 'field-mappings/1', 403],
  ['POST', 'rules/impact', 403],
  ['POST', 'rules/try', 403],
  ['GET', 'rules/history', 200],
  ['POST', 'rules/history/1/put-back', 403],
] as const)('a user gets for %s %s: %i, another account nothing', async (method, address, status) => {
  const payload = method === 'POST' ? {} : undefined;
  expect((await send(method, address, payload, shop.user)).status).toBe(status);
  expect((await send(method, address, payload, shop.stranger)).status).toBeGreaterThanOrEqual(404);
});

describe('what goes to the warehouse', () => {
  const sold = async () => {
    const built = await buildShop(plain);
    const { inTenant, channelId, sandbox } = built;
    const save = (rule: Partial<typeof mapping>) =>
      inTenant((tenant) => writeMapping(tenant, channelId, { ...mapping, source_value: '', destination_value: '', ...rule }));
    const preset = (field_name: string, field_value: string) =>
      inTenant((tenant) => writePreset(tenant, channelId, { field_name, field_description: '', field_value }));
    return { ...built, save, preset, sent: () => [...sandbox.control.client().orders.rows.values()].map(({ body }) => body) };
  };

  test('a mapping reads a path of the channel’s payload', async () => {
    const { save, sell, sync, sent } = await sold();
    await save({ source_field: 'shipTo.postalCode', destination_field: 'postal_zone' });
    await save({ source_field: 'items.0.sku', destination_field: 'first_sku' });
    await save({ source_field: 'no.such.path', destination_field: 'nothing' });
    sell({ orderNumber: '1001' });
    await sync();
    expect(sent()[0]?.fields).toEqual({ postal_zone: expect.stringMatching(/\d/), first_sku: 'MUG' });
  });

  test('method, note and the rest of the order follow a rule, what the channel sent is the default, and a person’s edit wins', async () => {
    const { preset, sell, sync, sent, accountId } = await sold();
    await preset('shipping_code', 'UPS2D');
    await preset('note', 'From a rule');
    await preset('gift', 'yes');
    sell({ orderNumber: '1001' });
    await sync();
    expect(sent()[0]).toMatchObject({ method_code: 'UPS2D', note: 'From a rule', fields: { gift: 'yes' } });
    sell({ orderNumber: '1002', serviceCode: 'unmapped' });
    await plain.sql(`update connections set state = 'paused' where account_id = $1 and connector = 'amware'`, [accountId]);
    await sync();
    const [waiting] = await plain.sql(
      `select id, shipping_code, blocking_issues from orders where account_id = $1 and source_order_number = '1002'`,
      [accountId],
    );
    expect(waiting).toMatchObject({ shipping_code: 'UPS2D', blocking_issues: 0 });
  });

  test('a rule that goes leaves what the translation says', async () => {
    const { preset, sell, sync, engine, accountId, inTenant, channelId } = await sold();
    await preset('shipping_code', 'UPS2D');
    await plain.sql(`update connections set state = 'paused' where account_id = $1 and connector = 'amware'`, [accountId]);
    sell({ orderNumber: '1001' });
    await sync();
    const code = async () => (await plain.sql('select shipping_code from orders where account_id = $1', [accountId]))[0]?.shipping_code;
    expect(await code()).toBe('UPS2D');
    const [row] = await plain.sql<{ id: string }>('select id from presets where account_id = $1', [accountId]);
    await inTenant((tenant) => deleteRule(tenant, channelId, presetKind, Number(row?.id)));
    await engine.runJobs();
    expect(await code()).toBe('UPSGR');
  });
});
