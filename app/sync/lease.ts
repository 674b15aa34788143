import { inTenant } from '../../platform/tenant.ts';
import { callTimeoutMs } from '../connections/calls/session.ts';
import type { Engine } from '../engine.ts';
import { type Effect, extendLease, leaseSeconds } from '../outbox/claim.ts';

const renewMs = 4_000;

/** Our hold on claimed rows of the outbox. */
export type Lease = {
  token: string;
  /** Whether a row may be sent now: it is ours, and will be for as long as a call can last. */
  holds: (effectId: number) => boolean;
  end: () => void;
};

/**
 * Keeps claimed rows ours while they are being sent. `since` is a moment before they were claimed. A process that was frozen
 * finds its hold ended by its own clock, before it sends anything, and gets back only the rows that nobody took meanwhile.
 */
export function keepLease(engine: Engine, accountId: number, token: string, effects: Effect[], since: number): Lease {
  let ours = new Set(effects.map(({ id }) => id));
  let until = since + leaseSeconds * 1000;
  const renew = async () => {
    const asked = Date.now();
    ours = await inTenant(engine.database, { accountId, userId: null }, (tenant) => extendLease(tenant, token));
    until = asked + leaseSeconds * 1000;
  };
  const timer = setInterval(() => renew().catch((error) => engine.log.warn({ error }, 'lease not renewed')), renewMs);
  return {
    token,
    holds: (effectId) => ours.has(effectId) && Date.now() + callTimeoutMs < until,
    end: () => clearInterval(timer),
  };
}
