import { setTimeout as pause } from 'node:timers/promises';
import type { Result } from '../../../connectors/contract.ts';
import { quietSession } from '../../../connectors/settings.ts';
import { isPassing } from '../../../platform/db.ts';
import { type Tenant, withoutPerson } from '../../../platform/tenant.ts';
import { inSpan } from '../../../platform/traces/spans.ts';
import { causedBy } from '../../../platform/work.ts';
import { because } from '../../base/reasons.ts';
import type { Engine } from '../../base/worker-context.ts';
import type { Connection } from '../../shared/connections/calls/session.ts';
import { concernsAll, releaseProbe, toleratedFailures } from '../../shared/connections/health/health.ts';
import { type Effect, releaseClaims } from '../../shared/outbox/claim.ts';
import type { Group } from './composing/group.ts';
import type { Messages } from './composing/messages.ts';
import type { Lease } from './lease.ts';
import type { EffectReply } from './replies/effect-reply.ts';
import { type EffectOutcome, recordOutcomes } from './replies/outcomes.ts';
import { sendGroup } from './send.ts';
import { groupsOf, type Most } from './send-many.ts';

const atOnce = 24;
/** How long a result may wait to be recorded with others while slower calls of its batch are still running. */
const recordMs = 500;
const faultyMs = 30_000;

/**
 * Sends claimed effects in parallel and records their results as they come, several in one transaction. When the other side
 * is in trouble, or the worker stops, the rest is given back untried. `tries`: this is the probe of a half-open circuit.
 */
export async function sendBatch(
  engine: Engine,
  connection: Connection,
  effects: Effect[],
  messages: Messages,
  lease: Lease,
  tries: boolean,
): Promise<void> {
  const waiting = groupsOf(effects, messages, mostOf(connection));
  const outcomes: EffectOutcome[] = [];
  const trouble = watchForTrouble();
  const next = () => (trouble.isThere() || lease.stop?.aborted ? undefined : waiting.shift());
  const one = async () => {
    for (let group = next(); group; group = next()) {
      const results = await sent(engine, connection, group, messages, lease);
      outcomes.push(...results);
      for (const { result } of results.slice(0, 1)) trouble.learn(result);
    }
  };
  let busy = true;
  const all = Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, one)).finally(() => {
    busy = false;
  });
  const record = (work: (tenant: Tenant) => Promise<void>) =>
    persistently(() => withoutPerson(engine.database, connection.accountId, work));
  while (busy || outcomes.length > 0) {
    if (busy) await Promise.race([all, pause(recordMs, undefined, { ref: false })]);
    const some = outcomes.splice(0);
    if (some.length > 0) await record((tenant) => recordOutcomes(tenant, connection, some, lease.token, tries));
  }
  const untried = waiting.flat().map(({ id }) => id);
  if (untried.length === 0) return;
  await record(async (tenant) => {
    await releaseClaims(tenant, untried, lease.token, trouble.until());
    // Nothing was tried: another worker need not wait until this one would have.
    if (tries && untried.length === effects.length) await releaseProbe(tenant, connection.id);
  });
}

/** How many the channel takes in one call. */
function mostOf({ connector, settings }: Connection): Most {
  const session = quietSession(connector, settings);
  return { confirmations: connector.confirmations?.(session).most ?? 1, stock: connector.inventory?.(session).most ?? 1 };
}

async function sent(engine: Engine, connection: Connection, group: Group, messages: Messages, lease: Lease): Promise<EffectOutcome[]> {
  const send = () => sentSafely(engine, connection, group, messages, lease);
  return causedBy(group[0].cause, () => traced(connection, group, send));
}

/** Goes on with the trace of the first effect of the group that is traced; ids alone say what it was about. */
function traced(connection: Connection, group: Group, send: () => Promise<EffectOutcome[]>): Promise<EffectOutcome[]> {
  const parent = group.find(({ trace }) => trace !== null)?.trace ?? null;
  if (parent === null) return send();
  const attributes = {
    'crossdock.account': connection.accountId,
    'crossdock.connection': connection.id,
    'crossdock.outbox': group.map(({ id }) => id),
    'crossdock.orders': group.flatMap(({ order_id }) => order_id ?? []),
    'crossdock.warehouse_orders': group.flatMap(({ warehouse_order_id }) => warehouse_order_id ?? []),
  };
  return inSpan(`send ${group[0].kind}`, { parent, kind: 'CLIENT', attributes }, async (span) => {
    const outcomes = await send();
    const [first] = outcomes;
    span.setAttribute('crossdock.outcome', first === undefined || first.result.ok ? 'ok' : first.result.failure.kind);
    return outcomes;
  });
}

/** An exception is our own fault, and the effect may have been done in part: it waits like one that failed, and the others go on. */
async function sentSafely(
  engine: Engine,
  connection: Connection,
  group: Group,
  messages: Messages,
  lease: Lease,
): Promise<EffectOutcome[]> {
  try {
    return await sendGroup(engine, connection, group, messages, ({ id }) => lease.holds(id));
  } catch (error) {
    engine.log.error({ error, account: connection.accountId, outbox: group[0].id }, 'sending failed unexpectedly');
    return group.map((effect) => ourFault(engine, effect, { maybeDone: true }));
  }
}

/** What becomes of an effect that failed through a fault of ours. */
export function ourFault(engine: Pick<Engine, 'now'>, effect: Effect, { maybeDone }: { maybeDone: boolean }): EffectOutcome {
  const at = new Date(engine.now().getTime() + faultyMs);
  return { effect, result: { ok: false, failure: { kind: 'retry', at, reason: because({ code: 'sending.our_fault' }), maybeDone } } };
}

/** Notices what would make the rest of a batch fail too: refused credentials, a used-up limit, no connection, or failure after failure. */
function watchForTrouble() {
  let [failures, there] = [0, false];
  let until: Date | null = null;
  return {
    isThere: () => there,
    until: () => until,
    learn(result: Result<EffectReply>) {
      if (result.ok || !concernsAll(result.failure)) {
        failures = 0;
        return;
      }
      const { failure } = result;
      failures += 1;
      there ||= failure.kind === 'reconnect' || !failure.maybeDone || failures >= toleratedFailures;
      if (failure.kind === 'retry' && (until === null || failure.at < until)) until = failure.at;
    },
  };
}

const mostTries = 40;

/** Repeats while the database is unavailable for a moment: a result that is not recorded would mean another call. */
async function persistently(work: () => Promise<void>): Promise<void> {
  for (let left = mostTries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 1 || !isPassing(error)) throw error;
      await pause(500);
    }
  }
}
