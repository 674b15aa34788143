import type { Answer, Channel, ShipmentConfirmation, Warehouse, WarehouseOrder, WarehouseOrderState } from '../../connectors/contract.ts';
import type { Engine } from './context.ts';
import type { Message, Messages } from './messages.ts';
import type { Effect } from './outbox.ts';
import { type Connection, channelOf, warehouseOf } from './session.ts';

/** What the other side answered to an outbox row, by its kind. */
export type EffectAnswer =
  | { kind: 'accepted'; state: WarehouseOrderState }
  | { kind: 'cancel'; answer: 'cancelled' | 'pending' | 'too_late' }
  | { kind: 'hold'; held: boolean; answer: 'done' | 'too_late' }
  | { kind: 'confirmed' };

/**
 * Says one outbox row to the other side. Never repeats what may have been done before it has looked, and begins no call
 * when the row is not ours any more.
 */
export async function sendEffect(
  engine: Engine,
  connection: Connection,
  parcel: Effect,
  errands: Messages,
  isOurs: () => boolean,
): Promise<Answer<EffectAnswer>> {
  const errand = errands.get(parcel.id);
  if (!errand) return { ok: false, failure: { kind: 'rejected', code: 'other', reason: 'There is nothing left to send.' } };
  const call = { attempt: parcel.attempts, subject: subjectOf(errand), userId: parcel.user_id, mayStart: isOurs };
  if (errand.kind === 'confirm') return confirm(channelOf(engine, connection, call), parcel, errand.confirmation);
  const warehouse = warehouseOf(engine, connection, call);
  switch (errand.kind) {
    case 'submit':
      return submit(warehouse, parcel, errand.order);
    case 'replace':
      return warehouse.replaceOrder ? accepted(await warehouse.replaceOrder(errand.providerRef, errand.order)) : cannot('replace an order');
    case 'cancel':
      return mapped(await warehouse.requestCancel(errand.providerRef, 'Cancelled in Crossdock'), (answer) => ({ kind: 'cancel', answer }));
    case 'hold':
    case 'release': {
      const held = errand.kind === 'hold';
      if (!warehouse.setHold) return cannot('hold an order');
      return mapped(await warehouse.setHold(errand.providerRef, held, 'Asked by an operator'), (answer) => ({
        kind: 'hold',
        held,
        answer,
      }));
    }
  }
}

async function submit(warehouse: Warehouse, parcel: Effect, order: WarehouseOrder): Promise<Answer<EffectAnswer>> {
  if (parcel.maybe_done) {
    const found = await warehouse.findOrder(order.reference);
    if (found.ok || found.failure.kind !== 'not_found') return accepted(found);
  }
  return accepted(await warehouse.submitOrder(order));
}

async function confirm(channel: Channel, parcel: Effect, confirmation: ShipmentConfirmation): Promise<Answer<EffectAnswer>> {
  if (parcel.maybe_done) {
    const already = await channel.isConfirmed(confirmation);
    if (!already.ok) return already;
    if (already.value) return { ok: true, value: { kind: 'confirmed' } };
  }
  return mapped(await channel.confirmShipment(confirmation), () => ({ kind: 'confirmed' }));
}

const accepted = (answer: Answer<WarehouseOrderState>) => mapped(answer, (state) => ({ kind: 'accepted', state }));
const mapped = <T>(answer: Answer<T>, to: (value: T) => EffectAnswer): Answer<EffectAnswer> =>
  answer.ok ? { ok: true, value: to(answer.value) } : answer;
const cannot = (what: string): Answer<EffectAnswer> => ({
  ok: false,
  failure: { kind: 'rejected', code: 'other', reason: `This warehouse cannot ${what}.` },
});

function subjectOf(errand: Message): string {
  if (errand.kind === 'confirm') return errand.confirmation.remoteOrderId;
  return errand.kind === 'submit' || errand.kind === 'replace' ? errand.order.reference : errand.reference;
}
