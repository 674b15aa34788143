import { describe, expect, test } from 'vitest';
import type { InboundNotice } from '../contract.ts';
import { box, receiving } from './samples.ts';
import { now, scripted } from './scripted.ts';

const { replies, warehouse, requests, asked } = scripted();

describe('an announcement', () => {
  const notice: InboundNotice = {
    ...{ reference: 'CD-P1', warehouseId: '10', orderNumbers: ['PO-7', 'PO-8'], carrier: 'Maersk', freightNumber: null },
    expectedAt: new Date('2026-11-01T00:00:00Z'),
    lines: [{ lineReference: '1', sku: 'MUG', quantity: 40, lot: null, expectedAt: null }],
  };

  test('is made once: one of this number that stands is taken before one that was cancelled', async () => {
    replies['GET receiving'] = { json: [receiving({ id: 1, status: 'Cancelled' }), receiving({ id: 2 })] };
    expect(await warehouse().createAsn?.(notice)).toMatchObject({ ok: true, value: { asnId: '2', created: false } });
    expect(asked()).not.toContain('POST receiving');
  });

  test('is not made where the list of them cannot be read, because it may be there', async () => {
    replies['POST receiving'] = { status: 201, json: receiving() };
    for (const status of [404, 410]) {
      replies['GET receiving'] = { status, json: {} };
      expect(await warehouse().createAsn?.(notice)).toMatchObject({ ok: false, failure: { kind: 'retry' } });
    }
    expect(asked()).not.toContain('POST receiving');
  });

  test('for a building of another warehouse is not made', async () => {
    replies['GET receiving'] = { json: [] };
    replies['POST receiving'] = { status: 201, json: receiving() };
    expect(await warehouse().createAsn?.({ ...notice, warehouseId: 'ATL' })).toMatchObject({
      ...{ ok: false, failure: { kind: 'rejected', code: 'invalid' } },
    });
    expect(asked()).not.toContain('POST receiving');
  });

  test('is a new one only if ShipBob says that it has made it', async () => {
    replies['GET receiving'] = { json: [] };
    replies['POST receiving'] = { status: 200, json: receiving() };
    expect(await warehouse().createAsn?.(notice)).toMatchObject({ value: { created: false } });
  });

  test('carries our reference, by which it is found, and the numbers of the purchase order; a day that has passed is tomorrow', async () => {
    replies['GET receiving'] = { json: [] };
    replies['POST receiving'] = { status: 201, json: receiving() };
    expect(await warehouse().createAsn?.(notice)).toMatchObject({
      value: { created: true, reference: 'CD-P1', orderNumbers: ['PO-7', 'PO-8'], lines: [{ sku: 'MUG', quantity: 40 }] },
    });
    expect(JSON.parse(requests().at(-1)?.body ?? '')).toMatchObject({
      ...{ purchase_order_number: 'CD-P1', fulfillment_center: { id: 10 }, expected_arrival_date: '2026-11-22T12:00:00.000Z' },
      freight: { notes: 'Purchase order: PO-7, PO-8' },
      boxes: [{ tracking_number: 'CD-P1', box_items: [{ sku: 'MUG', quantity: 40 }] }],
    });
  });

  test('of which goods have come is not cancelled', async () => {
    replies['POST receiving/443001:cancel'] = { status: 422, json: { errors: ['It has arrived.'] } };
    replies['GET receiving/443001'] = { json: receiving({ status: 'PartiallyArrived' }) };
    expect(await warehouse().cancelAsn?.('443001', 'gone')).toEqual({ ok: true, value: 'too_late' });
  });

  test('is received box by box, with what was put on the shelves once a box is done', async () => {
    const counted = [{ inventory_id: 91, sku: 'MUG', expected_quantity: 80, received_quantity: 60, stowed_quantity: 38 }];
    replies['GET receiving'] = {
      headers: { 'total-pages': '1' },
      json: [receiving({ status: 'Processing', inventory_quantities: counted }), receiving({ id: 5 })],
    };
    const strange = { inventory_id: 77, received_quantity: 1, stowed_quantity: 1, lot_number: 'L-9' };
    replies['GET receiving/443001/boxes'] = {
      json: [box({ box_items: [...box().box_items, strange] }), box({ box_id: 1572, box_status: 'Stowing' })],
    };
    expect(await warehouse().receipts?.read(null as never, new Date('2026-11-19T00:00:00Z'))).toMatchObject({
      value: {
        records: [
          {
            remoteId: '1571-91',
            asnId: '443001',
            sku: 'MUG',
            quantity: 38,
            carrier: 'Maersk',
            receivedAt: new Date('2026-11-20T02:50:36.133Z'),
            // Its clock may be ahead of ours.
            notBefore: new Date('2026-11-20T02:50:31.133Z'),
          },
        ],
        unreadable: [{ remoteId: '1571-77-L-9', reason: { code: 'shipbob.not_announced' } }],
        more: false,
      },
    });
    expect(asked()).toEqual(['GET receiving', 'GET receiving/443001/boxes']);
  });

  const came = (id: number) => {
    const inventory_quantities = [{ inventory_id: 91, sku: 'MUG', expected_quantity: 40, received_quantity: 40, stowed_quantity: 40 }];
    return receiving({ id, status: 'Processing', inventory_quantities });
  };
  const receipts = () => warehouse().receipts?.read(null as never, new Date('2026-11-19T00:00:00Z'));

  test('of whose boxes one is odd, or which has none, keeps no other from being received', async () => {
    replies['GET receiving'] = { headers: { 'total-pages': '1' }, json: [came(1), came(2)] };
    replies['GET receiving/2/boxes'] = { json: [box({ box_id: 8, box_items: 'none' }), box({ box_id: 9 })] };
    expect(await receipts()).toMatchObject({
      value: {
        records: [{ remoteId: '9-91', quantity: 38 }],
        unreadable: [{ remoteId: 'boxes of 1', reason: { code: 'no_such_record' } }, { remoteId: '8' }],
        readable: ['boxes of 2', '9'],
      },
    });
  });

  test('came when it is read at the latest, whatever its warehouse dates it by', async () => {
    replies['GET receiving'] = { headers: { 'total-pages': '1' }, json: [came(1)] };
    replies['GET receiving/1/boxes'] = { json: [box({ received_date: '2031-11-20T02:50:36Z' })] };
    const now = new Date('2026-11-20T12:00:00Z');
    const read = await warehouse(now).receipts?.read(null as never, new Date('2026-11-19T00:00:00Z'));
    expect(read).toMatchObject({ value: { records: [{ receivedAt: now, notBefore: new Date(now.getTime() - 5_000) }] } });
  });

  test('that is being unpacked is looked into every ten minutes, and one that changed at once', async () => {
    const headers = { 'total-pages': '1', date: 'Sat, 21 Nov 2026 12:00:00 GMT' };
    replies['GET receiving'] = { headers, json: [came(1)] };
    replies['GET receiving/1/boxes'] = { json: [box()] };
    let cursor = null as never;
    const looksAt = async (minute: number) => {
      const before = asked().length;
      const read = await warehouse(new Date(now.getTime() + minute * 60_000)).receipts?.read(cursor, new Date('2026-11-20T00:00:00Z'));
      cursor = (read?.ok && read.value.next) as never;
      return asked().slice(before).includes('GET receiving/1/boxes');
    };
    const looks = [];
    for (const minute of [0, 1, 9, 10, 11]) looks.push(await looksAt(minute));
    expect(looks).toEqual([true, false, false, true, false]);
    replies['GET receiving'] = { headers, json: [{ ...came(1), last_updated_date: '2026-11-21T12:11:30+00:00' }] };
    expect(await looksAt(12)).toBe(true);
  });

  test('of which many came are looked into ten at a time, each once, also where the limit refuses one of them', async () => {
    const all = Array.from({ length: 25 }, (_, at) => came(at + 1));
    replies['GET receiving'] = { headers: { 'total-pages': '1' }, json: all };
    for (const { id } of all) replies[`GET receiving/${id}/boxes`] = { json: [box({ box_id: id })] };
    const usual = replies['GET receiving/13/boxes'];
    replies['GET receiving/13/boxes'] = { status: 500, json: {} };
    let cursor = null as never;
    const read = async () => {
      const page = await warehouse().receipts?.read(cursor, new Date('2026-11-19T00:00:00Z'));
      if (!page?.ok) return page;
      cursor = JSON.parse(JSON.stringify(page.value.next)) as never;
      const { records, more, again } = page.value;
      return [records.length, more, again === undefined];
    };
    expect([await read(), await read()]).toEqual([
      [10, false, false],
      [2, false, false],
    ]);
    expect(await read()).toMatchObject({ ok: false, failure: { kind: 'retry' } });
    replies['GET receiving/13/boxes'] = usual ?? expect.unreachable();
    expect([await read(), await read()]).toEqual([
      [10, false, false],
      [3, false, true],
    ]);
    expect(new Set(asked().filter((call) => call.endsWith('boxes'))).size).toBe(25);
  });

  test('that was corrected to nothing is read once more, as a whole', async () => {
    const inventory_quantities = [{ inventory_id: 91, sku: 'MUG', expected_quantity: 40, received_quantity: 0, stowed_quantity: 0 }];
    replies['GET receiving'] = {
      headers: { 'total-pages': '1' },
      json: [receiving({ id: 1, status: 'Completed', inventory_quantities })],
    };
    const item = { inventory_id: 91, received_quantity: 0, stowed_quantity: 0, lot_number: null };
    replies['GET receiving/1/boxes'] = { json: [box({ box_items: [item] })] };
    expect(await receipts()).toMatchObject({ value: { records: [{ remoteId: '1571-91', quantity: 0, wholeOf: '1571-' }] } });
    replies['GET receiving/1/boxes'] = { json: [box({ box_items: [] })] };
    expect(await receipts()).toMatchObject({ value: { records: [{ asnId: '1', wholeOf: '1571-', isEmpty: true, quantity: 0 }] } });
    // Nothing is said of what is in it.
    replies['GET receiving/1/boxes'] = { json: [box({ box_items: null })] };
    expect(await receipts()).toMatchObject({ value: { records: [] } });
  });

  test('that has one product twice in a box is received with the sum, by lot', async () => {
    replies['GET receiving'] = { headers: { 'total-pages': '1' }, json: [came(1)] };
    const item = (units: number, lot_number: string | null) => ({ inventory_id: 91, stowed_quantity: units, lot_number });
    replies['GET receiving/1/boxes'] = { json: [box({ box_items: [item(3, null), item(4, 'L-1'), item(5, null), item(6, 'L-1')] })] };
    expect(await receipts()).toMatchObject({
      value: {
        records: [
          { remoteId: '1571-91', lot: null, quantity: 8 },
          { remoteId: '1571-91-L-1', lot: 'L-1', quantity: 10 },
        ],
      },
    });
  });
});
