import { idsOf } from '../../../platform/ids.ts';
import { withoutPerson } from '../../../platform/tenant.ts';
import type { Engine } from '../../base/worker-context.ts';
import { callTimeoutMs } from '../../shared/connections/calls/session.ts';
import { type Effect, extendLease, leaseSeconds } from '../../shared/outbox/claim.ts';

const renewMs = 4_000;

/** Our claim on effects, while they are being sent. */
export type Lease = {
  token: string;
  /** Whether an effect may be sent now: it is ours, and will be for as long as a call can last. */
  holds: (effectId: number) => boolean;
  /** Once it is aborted no further call begins: the worker stops. */
  stop?: AbortSignal;
  end: () => void;
};

/** By both clocks of a machine: that of the day may be set back, and the other one stands still while the machine sleeps. */
type Moment = { day: number; steady: number };
const moment = (): Moment => ({ day: Date.now(), steady: performance.now() });
/** So long after its beginning a lease lasts for a call. */
const lastsMs = leaseSeconds * 1000 - callTimeoutMs;

/**
 * Renews the lease of claimed effects while they are being sent. `since` is a time before they were claimed. A process that was
 * frozen sees by its own clocks that the lease ended, before it sends anything, and keeps only effects that nobody claimed since.
 */
export function keepLease(engine: Engine, accountId: number, token: string, effects: Effect[], since: number): Lease {
  const ids = idsOf(effects);
  let ours = new Set(ids);
  const start = moment();
  let from: Moment = { day: since, steady: start.steady - Math.max(start.day - since, 0) };
  const renew = async () => {
    const startedAt = moment();
    ours = await withoutPerson(engine.database, accountId, (tenant) => extendLease(tenant, ids, token));
    from = startedAt;
  };
  const timer = setInterval(() => renew().catch((error) => engine.log.warn({ error }, 'lease not renewed')), renewMs);
  return {
    token,
    holds: (effectId) => ours.has(effectId) && Date.now() - from.day < lastsMs && performance.now() - from.steady < lastsMs,
    end: () => clearInterval(timer),
  };
}
