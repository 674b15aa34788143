import type { Result, Warehouse, WarehouseOrder, WarehouseOrderState } from '../../../connectors/contract.ts';
import { withoutPerson } from '../../../platform/tenant.ts';
import type { Engine } from '../../base/worker-context.ts';
import { goodsDiffer, verdictOn } from '../../nouns/order-flow/release/adopting/differences.ts';
import { takenByOthers } from '../../nouns/order-flow/release/adopting/take-over.ts';
import { takenWithoutThese } from '../../nouns/order-flow/release/adopting/together.ts';
import type { Connection } from '../../shared/connections/calls/session.ts';
import type { Effect } from '../../shared/outbox/claim.ts';
import { lookAgain, mayBeThere } from './composing/in-doubt.ts';
import type { EffectReply } from './replies/effect-reply.ts';

/**
 * `sent`: what was sent of it first, where an attempt was made. `channelNumbers`: its order numbers without ours, which a restored database
 * gives to others. `isCalledBack`: it is not to be sent as it is now.
 */
export type Submit = { order: WarehouseOrder; sent: WarehouseOrder | null; channelNumbers: string[]; isCalledBack: boolean };

/**
 * Sends an order to the warehouse. What the warehouse has already is ours only where goods and recipient agree: whether it was looked
 * for because an attempt may have arrived, is found by its order number, or comes back in place of a new order. Where it refuses our
 * reference as one that it has, or replies with another one, it may have the order: what it has under ours decides. What somebody has
 * called back since an attempt was put off is not sent; where that may have arrived, the warehouse is asked again until it must have taken
 * it in.
 */
export async function submitOrder(
  engine: Engine,
  connection: Connection,
  warehouse: Warehouse,
  submit: Submit,
  effect: Effect,
): Promise<Result<EffectReply>> {
  if (effect.maybe_done) {
    const found = await lookUp(warehouse, submit, effect, { tries: false });
    if (found) return found;
  }
  const elsewhere = effect.by_number ? await findByNumber(engine, connection, warehouse, submit, effect) : null;
  if (elsewhere) return elsewhere;
  if (submit.isCalledBack) return (effect.maybe_done ? lookAgain(effect) : null) ?? { ok: true, value: { kind: 'not_there' } };
  const submitted = await warehouse.submitOrder(submit.order);
  if (!submitted.ok)
    return submitted.failure.kind === 'rejected' && submitted.failure.code === 'duplicate'
      ? ((await lookUp(warehouse, submit, effect, { tries: true })) ?? submitted)
      : submitted;
  const { created, ...state } = submitted.value;
  if (state.reference !== submit.order.reference)
    return (await lookUp(warehouse, submit, effect, { tries: true })) ?? otherwise(submit, state);
  if (!created) return settle(warehouse, submit, effect, state);
  const differs = goodsDiffer(submit.order, state).length > 0;
  return { ok: true, value: differs ? { kind: 'found_otherwise', ours: submit.order, theirs: state } : { kind: 'accepted', state } };
}

/**
 * What the warehouse has under our reference; null where that is nothing. One that cannot be looked up may be there, whatever the reason.
 */
async function lookUp(
  warehouse: Warehouse,
  submit: Submit,
  effect: Effect,
  attempt: { tries: boolean },
): Promise<Result<EffectReply> | null> {
  const found = await warehouse.findOrder(submit.order.reference);
  if (found.ok) return settle(warehouse, submit, effect, found.value);
  return found.failure.kind === 'not_found' ? null : mayBeThere(found.failure, effect, attempt);
}

/**
 * Accepts what the warehouse has under our reference where it is ours. Where it does not show that it goes where ours does, it may be what
 * was sent before the address was changed: it is asked to have it as we do. Where it does not take that, a person decides.
 */
async function settle(warehouse: Warehouse, submit: Submit, effect: Effect, state: WarehouseOrderState): Promise<Result<EffectReply>> {
  const verdict = verdictFor(submit, state);
  if (verdict === 'ours') return { ok: true, value: { kind: 'accepted', state } };
  if (verdict === 'another' || !warehouse.replaceOrder) return otherwise(submit, state);
  const replaced = await warehouse.replaceOrder(state.providerRef, submit.order);
  if (replaced.ok) return { ok: true, value: { kind: 'accepted', state: replaced.value } };
  return replaced.failure.kind === 'rejected' ? otherwise(submit, state) : mayBeThere(replaced.failure, effect, { tries: true });
}

const otherwise = ({ order: ours }: Submit, theirs: WarehouseOrderState): Result<EffectReply> => ({
  ok: true,
  value: { kind: 'found_otherwise', ours, theirs },
});

const verdictFor = ({ order, sent }: Submit, state: WarehouseOrderState) => verdictOn(sent ? [order, sent] : [order], state);

/** An order that carries its number, is not cancelled and is none of our others. Null: there is none, so it may be sent. */
async function findByNumber(
  engine: Engine,
  { accountId, id }: Connection,
  warehouse: Warehouse,
  submit: Submit,
  { warehouse_order_id }: Effect,
): Promise<Result<EffectReply> | null> {
  const found: WarehouseOrderState[] = [];
  for (const number of submit.channelNumbers) {
    const carrying = (await warehouse.findOrdersByNumber?.(number)) ?? { ok: true, value: [] };
    if (!carrying.ok) return carrying;
    found.push(...carrying.value.filter(({ status }) => status !== 'cancelled'));
  }
  if (found.length === 0 || warehouse_order_id === null) return null;
  const reply = await withoutPerson(engine.database, accountId, async (tenant): Promise<EffectReply | undefined> => {
    const taken = await takenByOthers(tenant, id, warehouse_order_id, found);
    const free = found.filter(({ providerRef }) => !taken.has(providerRef));
    const replies = free.map((state): EffectReply => {
      const isOurs = verdictFor(submit, state) === 'ours';
      return isOurs ? { kind: 'accepted', state } : { kind: 'found_otherwise', ours: submit.order, theirs: state };
    });
    const accepted = replies.find(({ kind }) => kind === 'accepted');
    if (accepted) return accepted;
    if (free.some((state) => lacksOneOf(submit, state))) return { kind: 'found_apart' };
    const holding = await takenWithoutThese(tenant, id, warehouse_order_id, found);
    const theirs = found.find(({ providerRef }) => providerRef === holding?.providerRef);
    return replies[0] ?? (theirs && { kind: 'found_otherwise', ours: submit.order, theirs });
  });
  return reply ? { ok: true, value: reply } : null;
}

/** Of orders that travel together it carries one, and not another. */
const lacksOneOf = ({ channelNumbers }: Submit, { orderNumbers }: WarehouseOrderState) =>
  orderNumbers !== null && channelNumbers.some((number) => !orderNumbers.includes(number));
