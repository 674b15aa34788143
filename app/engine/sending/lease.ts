import { idsOf } from '../../../platform/ids.ts';
import { inTenant } from '../../../platform/tenant.ts';
import type { Engine } from '../../base/worker-context.ts';
import { callTimeoutMs } from '../../shared/connections/calls/session.ts';
import { type Effect, extendLease, leaseSeconds } from '../../shared/outbox/claim.ts';

const renewMs = 4_000;

/** Our claim on effects, while they are being sent. */
export type Lease = {
  token: string;
  /** Whether an effect may be sent now: it is ours, and will be for as long as a call can last. */
  holds: (effectId: number) => boolean;
  end: () => void;
};

/**
 * Renews the lease of claimed effects while they are being sent. `since` is a time before they were claimed. A process that was
 * frozen sees by its own clock that the lease ended, before it sends anything, and keeps only effects that nobody claimed since.
 */
export function keepLease(engine: Engine, accountId: number, token: string, effects: Effect[], since: number): Lease {
  let ours = new Set(idsOf(effects));
  let until = since + leaseSeconds * 1000;
  const renew = async () => {
    const startedAt = Date.now();
    ours = await inTenant(engine.database, { accountId, userId: null }, (tenant) => extendLease(tenant, token));
    until = startedAt + leaseSeconds * 1000;
  };
  const timer = setInterval(() => renew().catch((error) => engine.log.warn({ error }, 'lease not renewed')), renewMs);
  return {
    token,
    holds: (effectId) => ours.has(effectId) && Date.now() + callTimeoutMs < until,
    end: () => clearInterval(timer),
  };
}
