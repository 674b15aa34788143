import { randomUUID } from 'node:crypto';
import { enqueue } from '../../platform/jobs.ts';
import { inTenant } from '../../platform/tenant.ts';
import { compose, type Errands } from './compose.ts';
import type { Engine } from './context.ts';
import { claim, extendLease, givenBack, type Parcel } from './outbox.ts';
import { type Outcome, recordOutcomes } from './outcomes.ts';
import { send } from './send.ts';
import { type Connection, getConnection } from './session.ts';
import { drainJob } from './wake.ts';

const atOnce = 16;
const batch = 48;
const renewMs = 10_000;
/** Then the job ends and comes again, so that a worker that is asked to stop does not wait for a full outbox. */
const longestMs = 20_000;

/**
 * Sends what a connection's outbox holds and is due: claims a batch, sends it side by side, records the answers in one
 * transaction, until it is empty, the connection is blocked, or time is up. Comes back by itself when something is due later.
 */
export async function drainOutbox(
  engine: Engine,
  { accountId, connectionId }: { accountId: number; connectionId: number },
  stop: AbortSignal,
): Promise<void> {
  const job = { accountId, userId: null };
  const until = Date.now() + longestMs;
  while (!stop.aborted) {
    const token = randomUUID();
    const { connection, parcels, errands, dueAt } = await inTenant(engine.database, job, async (tenant) => {
      const found = await getConnection(tenant, engine.seal, connectionId);
      if (!found || !mayCall(found, engine.now())) return { connection: found, parcels: [], errands: new Map(), dueAt: comesBackAt(found) };
      const claimed = await claim(tenant, found, token, Date.now() < until ? batch : 0);
      return { connection: found, ...claimed, errands: await compose(tenant, claimed.parcels) };
    });
    if (!connection || parcels.length === 0) {
      if (dueAt) await inTenant(engine.database, job, (tenant) => enqueue(tenant, [drainJob(accountId, connectionId, dueAt)]));
      return;
    }
    await sendAll(engine, connection, parcels, errands, token);
  }
}

/** A paused or disconnected connection is left alone; one whose circuit is open is tried again when its time comes. */
export const mayCall = ({ state, blockedUntil }: Connection, now: Date) =>
  state === 'active' && (blockedUntil === null || blockedUntil <= now);
const comesBackAt = (connection?: Connection) => (connection?.state === 'active' ? connection.blockedUntil : null);

async function sendAll(engine: Engine, connection: Connection, parcels: Parcel[], errands: Errands, token: string): Promise<void> {
  const actor = { accountId: connection.accountId, userId: null };
  const renewal = setInterval(() => {
    inTenant(engine.database, actor, (tenant) => extendLease(tenant, token)).catch((error) =>
      engine.log.warn({ error }, 'lease not renewed'),
    );
  }, renewMs);
  try {
    const outcomes: Outcome[] = [];
    const waiting = [...parcels];
    let trouble = false;
    const worker = async () => {
      for (let parcel = waiting.shift(); parcel && !trouble; parcel = waiting.shift()) {
        const answer = await send(engine, connection, parcel, errands);
        outcomes.push({ parcel, answer });
        // The rest of the batch would meet the same trouble: it goes back, untried.
        trouble ||= !answer.ok && (answer.failure.kind === 'reconnect' || (answer.failure.kind === 'retry' && !answer.failure.maybeDone));
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, parcels.length) }, worker));
    const tried = new Set(outcomes.map(({ parcel }) => parcel.id));
    const untried = parcels.filter(({ id }) => !tried.has(id)).map(({ id }) => id);
    await inTenant(engine.database, actor, async (tenant) => {
      await givenBack(tenant, untried, token, retryTime(outcomes));
      await recordOutcomes(tenant, connection, outcomes, token);
    });
  } finally {
    clearInterval(renewal);
  }
}

function retryTime(outcomes: Outcome[]): Date | null {
  const times = outcomes.flatMap(({ answer }) => (!answer.ok && answer.failure.kind === 'retry' ? [answer.failure.at.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
