import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { withTime } from '../../../../test/with-time.ts';
import { windowEntities, windowOf, windowsOf } from '../../../base/scheduled-entities.ts';
import { nextOpening, windowIsOpen } from '../../../base/window.ts';
import { nextCall } from './queries.ts';

const own = testWeb();
let admin: Person;
let connectionId: number;
let url: string;

beforeEach(async () => {
  admin = await own.person(await own.account('Acme', 'Europe/London'), 'admin');
  connectionId = await addConnection(own, admin.accountId);
  const [row] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [connectionId]);
  url = `/api/connectors/${row?.slug}/schedule`;
});

const save = async (payload: object, person: Person = admin) => {
  const reply = await own.as(person, { method: 'PUT', url, payload });
  return { status: reply.statusCode, body: reply.json() };
};
const read = async (person: Person = admin) => (await own.as(person, { url })).json();
const window = (entity: string, start: string, end: string, use: unknown = true) => ({
  [`use_time_window_${entity}`]: use,
  [`start_sync_time_window_${entity}`]: start,
  [`end_sync_time_window_${entity}`]: end,
});

test.each(windowEntities)('the window of %s is saved by the specification’s names, and the others stay', async (entity) => {
  expect(await save(window(entity, '22,00', '06,30'))).toEqual({ status: 200, body: { message: 'The schedule was saved.' } });
  const { settings } = await read();
  expect(settings).toMatchObject(window(entity, '22,00', '06,30'));
  const others = windowEntities.filter((each) => each !== entity);
  for (const other of others) expect(settings).toMatchObject(window(other, '', '', false));
  const [audit] = await own.sql(`select changes from audit_entries where account_id = $1 and noun = 'schedule'`, [admin.accountId]);
  expect(audit?.changes).toMatchObject({ [`use_time_window_${entity}`]: { from: false, to: true } });
});

test('flags may be sent as 1 and 0, and a window that is switched off keeps its times', async () => {
  await save(window('orders', '08,00', '18,00', '1'));
  await save({ use_time_window_orders: '0' });
  expect((await read()).settings).toMatchObject(window('orders', '08,00', '18,00', false));
});

test.each([
  [
    window('orders', '', ''),
    { start_sync_time_window_orders: ['Select a start time.'], end_sync_time_window_orders: ['Select an end time.'] },
  ],
  [window('products', '08,00', ''), { end_sync_time_window_products: ['Select an end time.'] }],
  [
    window('inventory', '08,00', '08,00'),
    { end_sync_time_window_inventory: ['Start and end must differ: this window would never be open.'] },
  ],
  [window('orders', '25,00', '08,00'), { start_sync_time_window_orders: ['Choose a time of the list.'] }],
  [window('orders', '08:00', '18,00'), { start_sync_time_window_orders: ['Choose a time of the list.'] }],
])('%j is refused', async (payload, fields) => {
  const { status, body } = await save(payload);
  expect([status, body]).toEqual([422, expect.objectContaining(fields)]);
  expect((await read()).settings.use_time_window_orders).toBe(false);
});

test('a window is not changed over what a colleague made of it since it was seen; the others are', async () => {
  const { settings: was } = await read();
  await save(window('orders', '08,00', '18,00'));
  expect((await save({ ...window('products', '22,00', '06,00'), was })).status).toBe(200);
  const { status, body } = await save({ ...window('orders', '09,00', '17,00'), was });
  expect([status, body.code]).toEqual([409, 'changed_meanwhile']);
  expect(body.errorMessage).toEqual(
    withTime('You changed the time window of orders on …: 8:00 am to 6:00 pm. Look at it again before you save.'),
  );
  const { settings } = await read();
  expect(settings).toMatchObject(window('orders', '08,00', '18,00'));
  expect((await save({ start_sync_time_window_orders: '09,00', was: settings })).status).toBe(200);
  expect((await read()).settings).toMatchObject(window('orders', '09,00', '18,00'));
});

test('an entity that there is not is refused', async () => {
  expect((await save(window('weather', '08,00', '18,00'))).status).toBe(422);
});

test('users look, admins change, and another account does neither', async () => {
  const user = await own.person(admin.accountId, 'user');
  expect([(await save(window('orders', '08,00', '18,00'), user)).status, (await own.as(user, { url })).statusCode]).toEqual([403, 200]);
  const stranger = await own.person(await own.account('Other'), 'admin');
  expect([(await save(window('orders', '08,00', '18,00'), stranger)).status, (await own.as(stranger, { url })).statusCode]).toEqual([
    404, 404,
  ]);
});

describe('by the clock of the account', () => {
  const at = async (instant: string) => {
    const when = sql`${instant}::timestamptz`;
    const { rows } = await inTenant(own.database, admin, ({ db }) =>
      sql<{ open: boolean; opens: Date | null }>`
        select ${windowIsOpen('c', 'inventory', when)} as open, ${nextOpening('c', 'inventory', when)} as opens
        from connections c where c.id = ${connectionId}`.execute(db),
    );
    return [rows[0]?.open, rows[0]?.opens?.toISOString().slice(0, 16) ?? null];
  };
  test.each([
    ['inside', 'Europe/London', '08,00', '18,00', '2026-01-15T08:00Z', true, '2026-01-15T08:00'],
    ['at its end', 'Europe/London', '08,00', '18,00', '2026-01-15T18:00Z', false, '2026-01-16T08:00'],
    ['before it', 'Asia/Kolkata', '08,00', '18,00', '2026-01-15T02:00Z', false, '2026-01-15T02:30'],
    ['across midnight, before', 'Europe/London', '22,00', '06,00', '2026-01-15T21:59Z', false, '2026-01-15T22:00'],
    ['across midnight, in the evening', 'Europe/London', '22,00', '06,00', '2026-01-15T23:30Z', true, '2026-01-15T23:30'],
    ['across midnight, in the morning', 'Europe/London', '22,00', '06,00', '2026-01-16T05:59Z', true, '2026-01-16T05:59'],
    ['across midnight, after', 'Europe/London', '22,00', '06,00', '2026-01-16T06:00Z', false, '2026-01-16T22:00'],
    // Clocks go from 01:00 to 02:00 at 01:00 UTC.
    ['the morning after summer time begins', 'Europe/London', '08,00', '18,00', '2026-03-28T18:30Z', false, '2026-03-29T07:00'],
    ['around the hour that is left out', 'Europe/London', '00,30', '02,30', '2026-03-29T01:15Z', true, '2026-03-29T01:15'],
    ['once it has ended that night', 'Europe/London', '00,30', '02,30', '2026-03-29T01:30Z', false, '2026-03-29T23:30'],
    [
      'within the hour that is left out: it opens the day after',
      'Europe/London',
      '01,00',
      '02,00',
      '2026-03-28T02:00Z',
      false,
      '2026-03-30T00:00',
    ],
    // Clocks go from 02:00 to 01:00 at 01:00 UTC.
    ['the morning after summer time ends', 'Europe/London', '08,00', '18,00', '2026-10-24T17:30Z', false, '2026-10-25T08:00'],
    ['in the hour that comes twice, first', 'Europe/London', '01,00', '02,00', '2026-10-25T00:30Z', true, '2026-10-25T00:30'],
    ['in the hour that comes twice, again', 'Europe/London', '01,00', '02,00', '2026-10-25T01:30Z', true, '2026-10-25T01:30'],
    ['after the hour that comes twice', 'Europe/London', '01,00', '02,00', '2026-10-25T02:00Z', false, '2026-10-26T01:00'],
  ])('%s in %s, %s to %s', async (_name, timezone, start, end, instant, open, opens) => {
    await own.sql('update accounts set timezone = $2 where id = $1', [admin.accountId, timezone]);
    await save(window('inventory', start, end));
    expect(await at(instant)).toEqual([open, opens]);
  });
});

test('the reply says what is open now', async () => {
  const { windows } = await read();
  expect(windows.map(({ entity, open }: { entity: string; open: boolean }) => [entity, open])).toEqual(
    windowEntities.map((each) => [each, true]),
  );
});

test('the next call is when a stream is due, but not before its window opens', () => {
  const streams = [
    { stream: 'orders', due_at: '2026-01-15T10:00:00Z' },
    { stream: 'stock', due_at: '2026-01-15T09:00:00Z' },
  ];
  const opening = (orders: string | null, inventory: string | null) => [
    { entity: 'orders' as const, open: false, opens_at: orders },
    { entity: 'inventory' as const, open: false, opens_at: inventory },
  ];
  const early = '2026-01-15T08:00:00Z';
  expect(nextCall(streams, opening(early, early))).toEqual({ stream: 'stock', at: new Date('2026-01-15T09:00:00Z') });
  expect(nextCall(streams, opening(early, '2026-01-15T22:00:00Z'))).toEqual({ stream: 'orders', at: new Date('2026-01-15T10:00:00Z') });
  expect(nextCall(streams, opening(null, null))).toBeNull();
});

test.each([
  ['orders', 'orders'],
  ['shipments', 'orders'],
  ['listings', 'products'],
  ['items', 'products'],
  ['stock', 'inventory'],
  ['anything', 'orders'],
])('%s are read in the window of %s', (stream, entity) => {
  expect(windowOf(stream)).toBe(entity);
});

test('a connection has the windows of what it can do', () => {
  expect(windowsOf({ capabilities: ['orders', 'confirmations'] })).toEqual(['orders']);
  expect(windowsOf({ capabilities: ['warehouse'] })).toEqual(['orders', 'products', 'inventory']);
  expect(windowsOf({ capabilities: ['orders', 'listings', 'inventory', 'purchaseOrders'] })).toEqual([...windowEntities]);
});
