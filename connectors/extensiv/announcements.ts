import type { AsnState, InboundNotice, Result, Warehouse } from '../contract.ts';
import { unseen } from '../http/failure.ts';
import { translateAll } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import { type Change, change, type Decision, elsewhere, linesInWords, refused } from './changing.ts';
import { facilityFor } from './facilities.ts';
import type { Opened } from './opened.ts';
import { carries, carriesNumber } from './orders.ts';
import { because } from './reasons.ts';
import { findReceiver, listOfReceivers, readOne, receiverIn, receiversBy, versionedReceiver } from './receivers.ts';
import {
  asnState,
  bySku,
  newLine,
  noticeBody,
  type ReadReceiver,
  readReceiver,
  receiptsOf,
  receiverIdIn,
  statusOf,
} from './translate-receiver.ts';
import { walkOf } from './walk.ts';
import { embeddedIn } from './wire-values.ts';

type Announcing = 'createAsn' | 'asnsRepeat' | 'findAsn' | 'findAsnsByNumber' | 'replaceAsn' | 'cancelAsn' | 'asnChanges' | 'receipts';

export function announcementsOf(opened: Opened): Required<Pick<Warehouse, Announcing>> {
  const listed = listOfReceivers(opened);
  return {
    createAsn: (notice) => create(opened, notice),
    asnsRepeat: true,
    async findAsn(reference) {
      const found = await findReceiver(opened, reference);
      if (!found.ok) return found;
      if (found.value) return { ok: true, value: asnState(found.value) };
      return { ok: false, failure: { kind: 'not_found', reason: { code: 'no_announcement', reference } } };
    },
    async findAsnsByNumber(number) {
      const carrying = await receiversBy(opened, carries(number));
      return mapResult(carrying, (found) => found.map(asnState).flatMap((state) => carriesNumber(state, number)));
    },
    replaceAsn: (asnId, notice) => replace(opened, asnId, notice),
    cancelAsn: (asnId, reason) => cancel(opened, asnId, reason),
    asnChanges: walkOf(listed, async (raws) => ({ ok: true, value: translateAll(raws, (raw) => translated(raw, opened, asnState)) })),
    receipts: walkOf(listed, async (raws) => {
      const { records, ...rest } = translateAll(raws, (raw) => translated(raw, opened, (read) => read));
      // What cannot be read is kept as the receiver.
      const readable = records.map(({ receiver }) => receiver.readOnly.receiverId);
      return { ok: true, value: { ...rest, readable, records: records.flatMap((read) => receiptsOf(read, opened.now())) } };
    }),
  };
}

function translated<T>(raw: unknown, { customer }: Opened, to: (read: ReadReceiver) => T) {
  const read = readReceiver(raw, customer);
  return read.ok ? { ok: true as const, record: to(read.record) } : read;
}

/** References of receivers are not documented to be unique: so one is looked for before it is created. */
async function create(opened: Opened, notice: InboundNotice): Promise<Result<AsnState & { created: boolean }>> {
  const found = await findReceiver(opened, notice.reference);
  if (!found.ok) return found;
  if (found.value) return { ok: true, value: { ...asnState(found.value), created: false } };
  const facility = await facilityFor(opened, notice.warehouseId);
  if (!facility.ok) return facility;
  const created = await opened.client.create('create_receiver', 'inventory/receivers', {
    ...{ customerIdentifier: { id: Number(opened.customer) }, facilityIdentifier: { id: Number(facility.value) } },
    ...{ deferNotification: false, ...noticeBody(notice) },
  });
  if (!created.ok) return created;
  const whole = readReceiver(created.value, opened.customer);
  const isWhole = whole.ok && whole.record.items.length > 0;
  const read: Result<ReadReceiver> = isWhole ? { ok: true, value: whole.record } : await readOne(opened, receiverIdIn(created.value) ?? '');
  if (read.ok) return { ok: true, value: { ...asnState(read.value), created: true } };
  return unseen(opened, read.failure);
}

type ReceiverWrite<T> = { operation: string; decide: (read: ReadReceiver, raw: unknown) => Decision<T>; done: Change<T>['done'] };

function changeReceiver<T>(opened: Opened, asnId: string, { operation, decide, done }: ReceiverWrite<T>): Promise<Result<T>> {
  return change({
    ...{ client: opened.client, now: opened.now, operation, record: `Receiver ${asnId}`, done },
    read: () => versionedReceiver(opened, asnId),
    decide(raw) {
      const read = receiverIn(raw, opened.customer);
      return read.ok ? decide(read.value, raw) : { settled: read };
    },
  });
}

function replace(opened: Opened, asnId: string, notice: InboundNotice): Promise<Result<AsnState>> {
  return changeReceiver(opened, asnId, {
    operation: 'replace_receiver',
    decide(read, raw) {
      const status = statusOf(read);
      if (status !== 'announced')
        return { settled: refused('too_late', because({ code: 'extensiv.announcement_under_way', asnId, status })) };
      const away = elsewhere(`The announcement ${asnId}`, read.receiver.readOnly.facilityIdentifier, notice.warehouseId);
      return away ? { settled: away } : { method: 'PUT', path: `inventory/receivers/${asnId}`, json: replacement(raw, notice) };
    },
    async done() {
      const again = mapResult(await readOne(opened, asnId), asnState);
      return again.ok ? asReplaced(again.value, notice) : again;
    },
  });
}

/** As of orders: whether lines that are left out go away is not documented. */
function asReplaced(state: AsnState, notice: InboundNotice): Result<AsnState> {
  const [theirs, ours] = [linesInWords(state.lines ?? []), linesInWords(bySku(notice.lines))];
  if (theirs === ours) return { ok: true, value: state };
  return refused('other', because({ code: 'extensiv.lines_stayed', order: state.asnId, lines: theirs }));
}

/** A line that stays keeps its id there; a new one has none (rels/inventory/receiver). */
function replacement(raw: unknown, notice: InboundNotice) {
  const { _embedded, _links, ...record } = raw as Record<string, unknown>;
  const items = (embeddedIn(raw, 'inventory/receiveritem') ?? []) as { externalId?: unknown; itemIdentifier?: { sku?: unknown } }[];
  const receiveItems = notice.lines.map((line) => {
    const same = items.find((item) => item.externalId === line.lineReference && item.itemIdentifier?.sku === line.sku);
    return { ...(same ?? { readOnly: { receiveItemId: 0 } }), ...newLine(line) };
  });
  return { ...record, ...noticeBody(notice), receiveItems };
}

async function cancel(opened: Opened, asnId: string, reason: string): Promise<Result<'cancelled' | 'too_late'>> {
  const cancelled = await changeReceiver<'cancelled' | 'too_late'>(opened, asnId, {
    operation: 'cancel_receiver',
    decide(read) {
      const status = statusOf(read);
      if (status === 'cancelled') return { settled: { ok: true, value: 'cancelled' } };
      if (status !== 'announced') return { settled: { ok: true, value: 'too_late' } };
      return { method: 'POST', path: `inventory/receivers/${asnId}/canceler`, json: { reason } };
    },
    done: () => ({ ok: true, value: 'cancelled' }),
  });
  if (cancelled.ok || cancelled.failure.kind !== 'rejected') return cancelled;
  const again = await readOne(opened, asnId);
  if (!again.ok || statusOf(again.value) === 'announced') return cancelled;
  return { ok: true, value: statusOf(again.value) === 'cancelled' ? 'cancelled' : 'too_late' };
}
