import { type Actor, inTenant, type Tenant } from '../../platform/tenant.ts';
import type { Engine } from './worker-context.ts';

/** One attempt at a job, in whose name. `stop`: this worker ends. `isLast`: where it fails, there is no other. */
type Attempt = {
  actor: Actor;
  stop: AbortSignal;
  isLast: boolean;
  work: () => Promise<void>;
  /** Enqueues another job that goes on with what this one worked on. */
  goOn: (tenant: Tenant) => Promise<void>;
  /** Ends what the job worked on, and says there that it was given up. */
  giveUp: (tenant: Tenant) => Promise<void>;
  /** The same without what may be refused again each time; the reason is logged. */
  orElse?: (tenant: Tenant) => Promise<void>;
};

/**
 * Makes an attempt at a job of something that people follow. Where the last one fails, that would be under way for ever: it is given up, or
 * goes on by a job of its own, since a worker that ends has failed at nothing.
 */
export async function attempt(engine: Pick<Engine, 'database' | 'log'>, job: Attempt): Promise<void> {
  try {
    await job.work();
  } catch (error) {
    if (job.isLast) await (job.stop.aborted ? inTenant(engine.database, job.actor, job.goOn) : endWork(engine, job));
    throw error;
  }
}

async function endWork({ database, log }: Pick<Engine, 'database' | 'log'>, { actor, giveUp, orElse }: Attempt): Promise<void> {
  try {
    await inTenant(database, actor, giveUp);
  } catch (error) {
    if (!orElse) throw error;
    log.error({ error, accountId: actor.accountId, userId: actor.userId }, 'work given up without a word at what it was about');
    await inTenant(database, actor, orElse);
  }
}
