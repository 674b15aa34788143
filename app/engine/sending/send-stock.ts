import type { Failure, InventoryLevel, Result } from '../../../connectors/contract.ts';
import { because } from '../../base/reasons.ts';
import type { Engine } from '../../base/worker-context.ts';
import type { ListingStock } from '../../nouns/stock-out/quantities.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import type { CallContext, Connection } from '../../shared/connections/calls/session.ts';
import type { Effect } from '../../shared/outbox/claim.ts';
import type { Group, GroupOutcome } from './composing/group.ts';
import type { Messages } from './composing/messages.ts';
import type { EffectReply } from './replies/effect-reply.ts';

/** What is to be told of the listing of an effect; null where there is nothing to tell. */
export function stockOf({ id }: Effect, messages: Messages): ListingStock | null {
  const message = messages.get(id);
  return message?.kind === 'stock' ? message.stock : null;
}

/** Whether a call has to be made: the channel is not only rehearsed, and is not known to have this quantity. */
export const mustTell = ({ maybe_done }: Effect, stock: ListingStock | null): stock is ListingStock =>
  stock !== null && stock.mode === 'on' && (maybe_done || stock.quantity !== stock.stock_sent);

/** Tells a channel the stock of several listings in one call, each with an outcome of its own; setting the same twice does no harm. */
export async function tellStock(
  engine: Engine,
  connection: Connection,
  group: Group,
  messages: Messages,
  call: CallContext,
): Promise<GroupOutcome[]> {
  const stocks = group.map((effect) => ({ effect, stock: stockOf(effect, messages) }));
  const levels = stocks.flatMap(({ effect, stock }) => (mustTell(effect, stock) ? [levelOf(effect, stock)] : []));
  const result =
    levels.length === 0 ? { ok: true as const, value: [] } : await capabilityOf(engine, connection, 'inventory', call).set(levels);
  const outcomes = new Map(result.ok ? result.value.map(({ key, failure }) => [key, failure ?? null]) : []);
  return stocks.map(({ effect, stock }) => {
    if (!mustTell(effect, stock)) return { effect, result: withoutCall(stock) };
    if (!result.ok) return { effect, result };
    const failure = outcomes.get(String(effect.id));
    if (failure === undefined) return { effect, result: { ok: false, failure: unsaid(engine) } };
    if (failure !== null) return { effect, result: { ok: false, failure } };
    return { effect, result: { ok: true, value: { kind: 'stock', outcome: 'sent', stock } } };
  });
}

const levelOf = ({ id }: Effect, { sku, location_id, quantity }: ListingStock): InventoryLevel => ({
  ...{ key: String(id), sku, locationId: location_id, quantity },
});

function withoutCall(stock: ListingStock | null): Result<EffectReply> {
  const isRehearsed = stock?.mode === 'rehearsal' && stock.quantity !== stock.stock_sent;
  return { ok: true, value: { kind: 'stock', outcome: isRehearsed ? 'rehearsed' : 'nothing', stock } };
}

const unsaid = (engine: Engine): Failure => ({
  ...{ kind: 'retry', at: new Date(engine.now().getTime() + 10_000), reason: because({ code: 'sending.not_said' }), maybeDone: true },
});
