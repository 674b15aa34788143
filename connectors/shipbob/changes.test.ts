import { expect, test } from 'vitest';
import type { WarehouseOrder } from '../contract.ts';
import { order as orderOf, shipment } from './samples.ts';
import { scripted } from './scripted.ts';

const { replies, warehouse, asked } = scripted();

const there = {
  gift_message: 'Enjoy',
  tags: [...orderOf().tags, { name: 'Note', value: 'Ring twice' }, { name: 'Crossdock delivery by', value: '2026-12-01' }],
};
const order: WarehouseOrder = {
  ...{ reference: 'CD-1', orderNumbers: ['SO-1', '100-7'], methodCode: 'Standard', warehouseId: '10', note: 'Ring twice' },
  fields: { gift_message: 'Enjoy', requested_delivery_date: '2026-12-01' },
  shipTo: {
    ...{ name: 'Anna Lindqvist', company: null, line1: '12 Mill Lane', line2: null, city: 'Leeds', state: 'WY', postalCode: 'LS1 4DY' },
    ...{ country: 'GB', phone: '5550100', email: 'anna@example.com' },
  },
  lines: [
    { lineReference: 'line-a', sku: 'MUG', quantity: 5 },
    { lineReference: 'line-b', sku: 'CUP', quantity: 2 },
  ],
};
const items = (mugs: number) => [
  { inventory_id: 91, quantity: mugs, product_variant: { sku: 'MUG' } },
  { inventory_id: 92, quantity: 2, product_variant: { sku: 'CUP' } },
];
const replace = (changes: Partial<WarehouseOrder> = {}) => warehouse().replaceOrder?.('500', { ...order, ...changes });
const writes = () => asked().filter((call) => !call.startsWith('GET'));

/** ShipBob, which takes each change, and has this many mugs and this address afterwards. */
function takes({ mugs = 5, address = {} }) {
  const changed = { units: false, address: false };
  replies['GET order/500'] = () => {
    const { recipient } = shipment(900);
    const moved = { ...recipient, address: { ...recipient.address, ...(changed.address ? address : {}) } };
    return { json: orderOf({ ...there, shipments: [shipment(900, { recipient: moved })] }) };
  };
  replies['GET shipment/900:getLineItems'] = () => ({ json: items(changed.units ? mugs : 4) });
  const done = (what: keyof typeof changed) => () => {
    changed[what] = true;
    return { json: { is_success: true, error: null } };
  };
  replies['POST shipment/900:updateLineItems'] = done('units');
  replies['PUT shipment/900:updateAddress'] = done('address');
}

test('units and address are changed, and the numbers of the order may be in another order', async () => {
  takes({ address: { address1: '1 HIGH  Street' } });
  const shipTo = { ...order.shipTo, line1: '1 High Street' };
  expect(await replace({ shipTo, orderNumbers: ['100-7', 'SO-1'] })).toMatchObject({ ok: true });
  expect(writes()).toEqual(['PUT shipment/900:updateAddress', 'POST shipment/900:updateLineItems']);
});

test('an address that is refused leaves the units as they were', async () => {
  takes({});
  replies['PUT shipment/900:updateAddress'] = { json: { is_success: false, error: { message: 'No such street' } } };
  const shipTo = { ...order.shipTo, line1: '1 High Street' };
  expect(await replace({ shipTo })).toMatchObject({ failure: { kind: 'rejected', reason: { text: 'No such street' } } });
  expect(writes()).toEqual(['PUT shipment/900:updateAddress']);
});

test('units that are refused once the address was changed: the refusal says that it was', async () => {
  takes({});
  replies['POST shipment/900:updateLineItems'] = { json: { is_success: false, error: { message: 'Not now' } } };
  const shipTo = { ...order.shipTo, line1: '1 High Street' };
  const reason = { code: 'address_only', because: { text: 'Not now' } };
  expect(await replace({ shipTo })).toMatchObject({ failure: { kind: 'rejected', reason } });
});

test.each<[string, Partial<WarehouseOrder['shipTo']>, string[]]>([
  ['capitals, spaces and the code of the country', { name: 'ANNA  Lindqvist', phone: '+44 555-0100', email: 'Anna@Example.com' }, []],
  ['another phone', { phone: '5550199' }, ['PUT shipment/900:updateAddress']],
])('an address that differs in %s', async (_, changes, written) => {
  takes({ mugs: 4 });
  replies['GET shipment/900:getLineItems'] = { json: items(5) };
  expect(await replace({ shipTo: { ...order.shipTo, ...changes } })).toMatchObject({ ok: true });
  expect(writes()).toEqual(written);
});

test.each<[string, Partial<WarehouseOrder>]>([
  ['the note', { note: 'Ring once' }],
  ['the message', { fields: { ...order.fields, gift_message: 'Happy birthday' } }],
  ['the day of delivery', { fields: { gift_message: 'Enjoy', requested_delivery_date: '2026-12-02' } }],
  ['its numbers', { orderNumbers: ['SO-1'] }],
])('a change of %s is refused before anything is done', async (_, changes) => {
  takes({});
  expect(await replace(changes)).toMatchObject({ failure: { kind: 'rejected', code: 'other', reason: { code: 'shipbob.words_stay' } } });
  expect(writes()).toEqual([]);
});

test('units or an address that ShipBob says it changed, and did not, wait for a person', async () => {
  const failure = { kind: 'rejected', code: 'other', reason: { code: 'shipbob.not_as_sent' } };
  takes({ mugs: 4 });
  expect(await replace()).toMatchObject({ failure });
  takes({});
  expect(await replace({ shipTo: { ...order.shipTo, line1: '1 High Street' } })).toMatchObject({ failure });
});

test.each(['GET shipment/900:getLineItems', 'POST shipment/900:updateLineItems', 'GET order/500'])(
  'what was changed may be changed although %s fails after that, for whatever reason',
  async (call) => {
    for (const status of [401, 429, 500]) {
      takes({});
      const [usual, before] = [replies[call], writes().length];
      replies[call] = (request) => {
        if (writes().length > before) return { status, json: {} };
        return typeof usual === 'function' ? usual(request) : expect.unreachable();
      };
      const shipTo = { ...order.shipTo, line1: '1 High Street' };
      expect(await replace({ shipTo }), String(status)).toMatchObject({ failure: { kind: 'retry', maybeDone: true } });
    }
  },
);

test('what fails before anything was changed is not', async () => {
  takes({});
  replies['GET shipment/900:getLineItems'] = { status: 500, json: {} };
  expect(await replace()).toMatchObject({ failure: { kind: 'retry', maybeDone: false } });
});
