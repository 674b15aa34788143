import { expect, test } from 'vitest';
import type { InboundNotice } from '../contract.ts';
import { had } from '../contract-suite/opened.ts';
import { openVendor } from './opened-by-tests.ts';
import { openReceiver, type Raw, receiveItem, receiver } from './sample.ts';

const since = new Date('2026-11-20T00:00:00Z');
const notice = (changes: Partial<InboundNotice> = {}): InboundNotice => ({
  ...{ reference: 'po-99', warehouseId: '2', orderNumbers: ['PO-99'], expectedAt: new Date('2026-12-01T00:00:00Z') },
  ...{ carrier: 'Maersk', freightNumber: 'MAEU-9' },
  lines: [{ lineReference: 'l-1', sku: 'MUG', quantity: 48, lot: 'L-1', expectedAt: null }],
  ...changes,
});
const inWork = (receiverId: number, changes: Raw, items: Raw[]) =>
  receiver(
    receiverId,
    { readOnly: { ...openReceiver(receiverId), receiverType: 0, ...changes }, arrivalDate: '2026-11-20T08:00:00' },
    items,
  );

test('goods are announced as a receiver, once', async () => {
  const { warehouse, edge, vendor } = await openVendor();
  const announced = { reference: 'po-99', status: 'announced', lines: [{ sku: 'MUG', quantity: 48 }] };
  expect(had(await warehouse.createAsn?.(notice()))).toMatchObject({ ...announced, created: true });
  expect(had(await warehouse.createAsn?.(notice()))).toMatchObject({ ...announced, created: false });
  expect(vendor.receivers).toHaveLength(3);
  const [posted] = edge.requests.filter(({ method, path }) => method === 'POST' && path === '/inventory/receivers');
  expect(JSON.parse(posted?.body ?? '')).toEqual({
    ...{ customerIdentifier: { id: 143 }, facilityIdentifier: { id: 2 }, deferNotification: false, referenceNum: 'po-99', poNum: 'PO-99' },
    ...{ expectedDate: '2026-12-01T00:00:00.000', carrier: 'Maersk', billOfLading: 'MAEU-9' },
    receiveItems: [{ itemIdentifier: { sku: 'MUG' }, externalId: 'l-1', qty: 48, lotNumber: 'L-1' }],
  });
});

test.each([500, 404, 403])('an announcement that was made and cannot be read back (%i) may be there', async (status) => {
  const { warehouse } = await openVendor({
    before({ method, path }) {
      if (method === 'POST' && path === '/inventory/receivers') return { status: 201, json: { readOnly: openReceiver(75) } };
      return path === '/inventory/receivers/75' ? { status } : undefined;
    },
  });
  expect(await warehouse.createAsn?.(notice())).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: true } });
});

test('an announcement is found by its reference and number, replaced while nothing came, and cancelled with a reason', async () => {
  const { warehouse, vendor, edge } = await openVendor();
  expect(had(await warehouse.findAsn?.('po-71'))).toMatchObject({ asnId: '71', orderNumbers: ['PO-71'] });
  expect(await warehouse.findAsn?.('po-0')).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
  expect(had(await warehouse.findAsnsByNumber?.('PO-71'))).toHaveLength(1);
  had(
    await warehouse.replaceAsn?.(
      '71',
      notice({ reference: 'po-71', lines: [{ lineReference: 'line-710', sku: 'MUG', quantity: 5, lot: null, expectedAt: null }] }),
    ),
  );
  expect(had(await warehouse.findAsn?.('po-71')).lines).toEqual([{ sku: 'MUG', quantity: 5 }]);
  expect(JSON.parse(edge.requests.find(({ method }) => method === 'PUT')?.body ?? '').receiveItems).toMatchObject([
    { readOnly: { receiveItemId: 710 } },
  ]);
  expect(had(await warehouse.cancelAsn?.('71', 'Not needed'))).toBe('cancelled');
  expect(vendor.receivers[0]).toMatchObject({ readOnly: { status: 2 } });
});

test('a replacement for another building is refused, and lines that stay are not believed gone', async () => {
  const { warehouse, edge } = await openVendor({ before: ({ method }) => (method === 'PUT' ? { json: {} } : undefined) });
  const elsewhere = { kind: 'rejected', code: 'invalid', reason: { code: 'extensiv.stays_in' } };
  expect(await warehouse.replaceAsn?.('71', notice({ warehouseId: '3' }))).toMatchObject({ ok: false, failure: elsewhere });
  expect(edge.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  const lines = [{ lineReference: 'line-710', sku: 'MUG', quantity: 5, lot: null, expectedAt: null }];
  const stayed = { kind: 'rejected', code: 'other', reason: { code: 'extensiv.lines_stayed', lines: '48 × MUG' } };
  expect(await warehouse.replaceAsn?.('71', notice({ lines }))).toMatchObject({ ok: false, failure: stayed });
});

test('once goods are being received it is too late to replace or cancel', async () => {
  const items = [receiveItem(730, 'MUG', 20, { readOnly: { receiveItemId: 730, expectedQty: 48 }, lotNumber: 'L-1' })];
  const { warehouse } = await openVendor({ receivers: [inWork(73, {}, items)] });
  expect(await warehouse.replaceAsn?.('73', notice())).toMatchObject({ ok: false, failure: { kind: 'rejected', code: 'too_late' } });
  expect(had(await warehouse.cancelAsn?.('73', 'Not needed'))).toBe('too_late');
});

test('what comes in two lots was announced once; nothing of it came before it is confirmed', async () => {
  const items = [
    receiveItem(730, 'MUG', 20, { readOnly: { receiveItemId: 730, expectedQty: 48 }, lotNumber: 'L-1' }),
    receiveItem(731, 'MUG', 27, { lotNumber: 'L-2', externalId: null, expirationDate: '2027-03-31T00:00:00' }),
  ];
  const { warehouse, vendor } = await openVendor({ receivers: [inWork(73, {}, items)] });
  expect(had(await warehouse.asnChanges?.read(null, since)).records).toMatchObject([
    { status: 'receiving', lines: [{ sku: 'MUG', quantity: 48 }] },
  ]);
  expect(had(await warehouse.receipts?.read(null, since)).records).toEqual([]);
  vendor.receivers = [inWork(73, { status: 1 }, items)];
  expect(had(await warehouse.asnChanges?.read(null, since)).records).toMatchObject([{ status: 'closed' }]);
  expect(had(await warehouse.receipts?.read(null, since)).records).toMatchObject([
    { remoteId: '730', asnId: '73', type: 'receipt', sku: 'MUG', quantity: 20, lot: 'L-1', freightNumber: 'MAEU-1' },
    { remoteId: '731', quantity: 27, lot: 'L-2', expiresOn: '2027-03-31', receivedAt: new Date('2026-11-20T08:00:00Z') },
  ]);
});

test('a receipt that is corrected later comes again, under its id', async () => {
  const { warehouse, vendor } = await openVendor({ receivers: [inWork(73, { status: 1 }, [receiveItem(730, 'MUG', 20)])] });
  const { next } = had(await warehouse.receipts?.read(null, since));
  vendor.receivers = [inWork(73, { status: 1, lastModifiedDate: '2026-11-20T15:00:00' }, [receiveItem(730, 'MUG', 18)])];
  const corrected = had(await warehouse.receipts?.read(next, since));
  expect(corrected).toMatchObject({ records: [{ remoteId: '730', quantity: 18 }], readable: ['73'] });
});

test('goods that came back are a return', async () => {
  const { warehouse } = await openVendor({ receivers: [inWork(74, { status: 1, receiverType: 1 }, [receiveItem(740, 'MUG', 1)])] });
  expect(had(await warehouse.receipts?.read(null, since)).records).toMatchObject([{ type: 'return', asnId: null, quantity: 1 }]);
});
