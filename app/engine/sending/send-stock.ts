import type { InventoryLevel, LevelOutcome, Result, Ticket } from '../../../connectors/contract.ts';
import type { Engine } from '../../base/worker-context.ts';
import type { ListingStock } from '../../nouns/stock-out/quantities.ts';
import type { LastPush } from '../../nouns/stock-out/queries.ts';
import type { Lowered } from '../../nouns/stock-out/record.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import type { CallContext, Connection } from '../../shared/connections/calls/session.ts';
import type { Effect } from '../../shared/outbox/claim.ts';
import type { Group, GroupOutcome } from './composing/group.ts';
import type { Messages } from './composing/messages.ts';
import type { EffectReply } from './replies/effect-reply.ts';
import { unsaid } from './replies/unsaid.ts';

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
  const outcomes = new Map(result.ok ? result.value.map((outcome) => [outcome.key, outcome]) : []);
  return stocks.map(({ effect, stock }) => {
    if (!mustTell(effect, stock)) return { effect, result: withoutCall(stock) };
    if (!result.ok) return { effect, result };
    return { effect, result: replyOf(engine, outcomes.get(String(effect.id)), stock) };
  });
}

/** Asks what became of the stock of listings that wait for one ticket. What is no longer told is not asked for. */
export async function askForStock(
  engine: Engine,
  connection: Connection,
  group: Group,
  messages: Messages,
  ticket: string,
  call: CallContext,
): Promise<GroupOutcome[]> {
  const stocks = group.map((effect) => ({ effect, stock: stockOf(effect, messages) }));
  const keys = stocks.flatMap(({ effect, stock }) => (stock?.mode === 'on' ? [String(effect.id)] : []));
  const { ask } = capabilityOf(engine, connection, 'inventory', call);
  const result = keys.length === 0 || !ask ? { ok: true as const, value: [] } : await ask(ticket, keys);
  const isForgotten = !ask || (!result.ok && result.failure.kind === 'not_found');
  const outcomes = new Map(result.ok ? result.value.map((outcome) => [outcome.key, outcome]) : []);
  const pending = stocks
    .filter(({ effect }) => outcomes.get(String(effect.id))?.pending)
    .map((each) => ({ ...each, push: pushBeside(each.effect, messages) }));
  const lowered = await lower(engine, connection, pending, call);
  return stocks.map(({ effect, stock }): GroupOutcome => {
    if (stock?.mode !== 'on') return { effect, result: withoutCall(stock) };
    if (isForgotten) return { effect, result: anew(engine, { lost: true }) };
    if (!result.ok) return { effect, result };
    const outcome = outcomes.get(String(effect.id));
    if (outcome?.pending) return { effect, result: stillPending(outcome.pending, lowered.get(effect.id)) };
    if (outcome === undefined) return { effect, result: replyOf(engine, outcome, stock) };
    if (outcome.failure) return { effect, result: { ok: false, failure: outcome.failure }, settled: true };
    const sent = effect.ticket_quantity;
    return { effect, result: sent === null ? anew(engine) : { ok: true, value: stockReply({ ...stock, quantity: sent }) } };
  });
}

function pushBeside({ id }: Effect, messages: Messages): LastPush | null {
  const message = messages.get(id);
  return message?.kind === 'stock' ? message.push : null;
}

type Listed = { effect: Effect; stock: ListingStock | null; push: LastPush | null };
/** What was told beside a ticket; null where it may have been. */
type AllLowered = Map<Effect['id'], Lowered | null>;

/**
 * Tells a channel at once what has fallen below the quantity that waits there to be settled: it would sell what is gone. As long as it is
 * not settled that is told again, since what waits may overwrite it.
 */
async function lower(engine: Engine, connection: Connection, pending: Listed[], call: CallContext): Promise<AllLowered> {
  const { atOnce = 0, set } = capabilityOf(engine, connection, 'inventory', call);
  const fallen = pending.flatMap(({ effect, stock, push }) => {
    const { ticket_quantity: waits } = effect;
    if (stock?.mode !== 'on' || waits === null || stock.quantity >= waits) return [];
    const taken = push?.outcome === 'sent' ? push.quantity : null;
    const wasRefused = effect.maybe_done && taken === null;
    return [{ effect, stock, wasRefused, tooMany: (taken ?? waits) - stock.quantity, pushedAt: push?.at.getTime() ?? 0 }];
  });
  const first = inTurn(fallen).slice(0, atOnce);
  if (first.length === 0) return new Map();
  const result = await set(first.map(({ effect, stock }) => levelOf(effect, stock)));
  const outcomes = new Map(result.ok ? result.value.map((outcome) => [outcome.key, outcome]) : []);
  const outcomeOf = ({ id }: Effect) => (result.ok ? outcomes.get(String(id)) : result);
  return new Map(first.map(({ effect, stock }) => [effect.id, loweredBy(outcomeOf(effect), stock)]));
}

function loweredBy(outcome: Pick<LevelOutcome, 'failure' | 'pending'> | undefined, stock: ListingStock): Lowered | null {
  if (!outcome || outcome.pending) return null;
  if (!outcome.failure) return { stock, refusal: null };
  const { kind, reason } = outcome.failure;
  return kind === 'rejected' || kind === 'not_found' ? { stock, refusal: reason } : null;
}

type Fallen = { effect: Effect; stock: ListingStock; wasRefused: boolean; tooMany: number; pushedAt: number };

/**
 * First what is furthest below what the channel was told last. What is left is shared by turns: by what it was told as it is, that of the
 * longest ago first, and by what it did not take when it was told that last beside this ticket, which may be refused for good.
 */
function inTurn(fallen: Fallen[]): Fallen[] {
  const all = fallen.toSorted((a, b) => b.tooMany - a.tooMany || a.pushedAt - b.pushedAt || a.stock.quantity - b.stock.quantity);
  const refusals = all.filter(({ wasRefused }) => wasRefused).toSorted((a, b) => a.pushedAt - b.pushedAt);
  const others = all.filter(({ wasRefused }) => !wasRefused);
  const repeats = others.filter(({ tooMany }) => tooMany <= 0);
  const turns = Array.from({ length: Math.max(repeats.length, refusals.length) }, (_, at) => [repeats[at], refusals[at]]);
  return [...others.filter(({ tooMany }) => tooMany > 0), ...turns.flat().filter((each) => each !== undefined)];
}

/** What was told beside its ticket is told once more when that is settled: nobody knows which came last. */
const stillPending = ({ ticket, at }: Ticket, lowered: Lowered | null | undefined): Result<EffectReply> => ({
  ok: true,
  value: { kind: 'pending', ticket, at, ...(lowered !== undefined && { lost: true as const }), ...(lowered && { lowered }) },
});

const stockReply = (stock: ListingStock): EffectReply => ({ kind: 'stock', outcome: 'sent', stock });
/** It is sent as it is by now. */
const anew = (engine: Engine, lost: { lost?: true } = {}): Result<EffectReply> => ({
  ok: true,
  value: { kind: 'pending', ticket: null, at: engine.now(), ...lost },
});

function replyOf(engine: Engine, outcome: LevelOutcome | undefined, stock: ListingStock): Result<EffectReply> {
  if (outcome === undefined) return { ok: false, failure: unsaid(engine, true) };
  if (outcome.failure) return { ok: false, failure: outcome.failure };
  if (outcome.pending) return { ok: true, value: { kind: 'pending', ...outcome.pending, quantity: stock.quantity } };
  return { ok: true, value: stockReply(stock) };
}

const levelOf = ({ id }: Effect, { sku, location_id, quantity, ...listed }: ListingStock): InventoryLevel => ({
  ...{ key: String(id), sku, locationId: location_id, quantity },
  ...(listed.listed_id !== null && { remoteId: listed.listed_id }),
  ...(listed.listed_product_id !== null && { productId: listed.listed_product_id }),
  ...(listed.listed_stock_id !== null && { stockId: listed.listed_stock_id }),
  ...(listed.other_stock_ids !== null && { otherStockIds: listed.other_stock_ids }),
});

function withoutCall(stock: ListingStock | null): Result<EffectReply> {
  const isRehearsed = stock?.mode === 'rehearsal' && stock.quantity !== stock.stock_sent;
  return { ok: true, value: { kind: 'stock', outcome: isRehearsed ? 'rehearsed' : 'nothing', stock } };
}
