import { addJobs, type JobOptions } from '../../platform/jobs.ts';
import type { Tenant } from '../../platform/tenant.ts';
import type { StreamName } from './stream-names.ts';
import type { Engine } from './worker-context.ts';

/** Every job of the product by its name, and what it carries beside its account. Each is handled in the `jobs.ts` of one feature. */
export type JobPayloads = {
  'orders:check': { orderIds: number[] };
  /** The same for orders whose check seems to have been missed. */
  'orders:check-missed': { orderIds: number[] };
  /** Retries these orders, which lacked stock that has come, or that others gave back. */
  'orders:stock-came': { orderIds: number[] };
  /** Sends the second parcels of these orders that are due, or says why they wait. */
  'orders:second-parcels': { orderIds: number[] };
  /** Works through a bulk run, which says what is done with which records. `keyName`, `keyId`: of the API key by which it was started. */
  'bulk:work': { userId: number | null; keyName?: string | null; keyId?: number | null; runId: number };
  /**
   * Has the orders of a connection checked that are not released: those in `error`, then the `others`, behind an id; so many jobs are
   * `begun`.
   */
  'orders:recheck': { connectionId: number; others?: boolean; after?: number; begun?: number };
  /** The day has come until which these orders were held. */
  'orders:hold-ends': { orderIds: number[] };
  /**
   * Reads an order again whose changes at the channel were not applied while it was locked. `companions`: orders that would travel with it,
   * which are read again first, so that they are released together.
   */
  'orders:reread': { orderId: number; companions?: number[] };
  /** Reads orders of a connection again that wait because what their channel gave of them cannot be used. */
  'orders:reread-unusable': { connectionId: number };
  /** Compares what the warehouse has with the rules and mappings of now. */
  'orders:compare-sent': { warehouseOrderIds: number[] };
  /** The same for all that a save of mappings concerns, behind this one; without a save, for all of a connection. */
  'orders:follow-sent': { connectionId: number; saveId?: number; after?: number };
  /** Writes the words of the records of a noun that changed, some thousands. */
  'words:index': { noun: string };
  /** Fetches the pictures that people and imports named by address. */
  'items:pictures': Record<never, never>;
  /** Fetches the pictures that channels and the warehouse name by address, and that a page asked for. */
  'pictures:fetch': Record<never, never>;
  /** Does the phase that an import is in. */
  'imports:work': { userId: number | null; importId: number };
  'exports:write': { userId: number | null; exportId: number };
  /** `runId`: a person waits for it. `from`: it is read once more from this moment on. */
  'stream:pull': { connectionId: number; stream: StreamName; runId?: number; from?: string };
  /** Maps purchase orders, opens and closes their issues, announces those that are ready. */
  'purchase-orders:check': { ids: number[] };
  /** Reads a purchase order again from its source. */
  'purchase-orders:reread': { id: number };
  'outbox:drain': { connectionId: number };
  /** Queues the effects of listings whose stock was noted as changed. */
  'stock:queue': Record<never, never>;
  /** Decides anew of each lot from which day on channels are not offered it, because the days before its expiry changed. */
  'stock:lots': Record<never, never>;
  /** Has listings told again, because a call of which nobody knows what became may have reached their channel late. */
  'stock:again': { listingIds: number[] };
  'connections:subscribe': { connectionId: number };
  /** Has a connection's credential say whose it is. */
  'connections:identify': { connectionId: number };
  /** Our access was taken away there, as the other side says. `tries`: how often it was asked whether that is so. */
  'connections:uninstalled': { connectionId: number; tries?: number };
  /** Takes back what an ended connection has at the other side, where whoever ended it did not come to that. */
  'connections:sign-off': { connectionId: number; tries?: number };
  /** Does what buyers have asked for through their channels. */
  'buyers:requests': Record<never, never>;
  /** Erases buyers whose days are over, and searches all that the account keeps for the words of those who were erased. */
  'buyers:erase': Record<never, never>;
  'support:mail': { messageId: number };
  /** `profiles`: where the products go that the run has not begun with yet. */
  'products:upload': { userId: number | null; runId: number; profiles: string[] };
  /** Takes the comparison after a restore one step on. */
  'comparisons:advance': Record<never, never>;
  /** The warehouse named references of ours that were never sent from here. */
  'comparisons:unknown': Record<never, never>;
  'account:tidy': Record<never, never>;
  'notifications:mail': Record<never, never>;
  /** A person has left the account, and their API keys are paused. */
  'keys:paused': { userId: number };
};
export type JobName = keyof JobPayloads;
/** What a job's handler gets. */
export type JobPayload<Name extends JobName> = { accountId: number } & JobPayloads[Name];
/** A job that may be enqueued: its payload is that of its name. */
export type Job<Name extends JobName = JobName> = { [Each in Name]: JobOptions & { name: Each; payload: JobPayload<Each> } }[Name];

/**
 * How a feature handles its jobs. A job may run twice and may stop anywhere: each is safe to repeat. `isLast`: where this attempt fails,
 * there is no other.
 */
export type JobHandlers<Name extends JobName> = {
  [Each in Name]: (payload: JobPayload<Each>, engine: Engine, stop: AbortSignal, isLast?: boolean) => Promise<void>;
};

/**
 * Of jobs that work on more than a few records so many of an account and a kind run at a time: more would take every place of a worker, and
 * what somebody waits to see would get none of the processor.
 */
const [few, atATime] = [50, 4];

/** The queue of such a job, by the ids of its records, of which each has `most`; none for one of a few. */
export function fairQueue(kind: string, accountId: number, ids: readonly number[], most: number): Pick<JobOptions, 'queue'> {
  const [first = 0] = ids;
  return ids.length > few ? { queue: `${kind}:${accountId}:${Math.floor(first / most) % atATime}` } : {};
}

/** Enqueues a job of this account. It exists when the transaction commits, and only then. */
export function enqueue<Name extends JobName>(
  tenant: Tenant,
  name: Name,
  payload: JobPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  return addJobs(tenant, [{ ...options, name, payload: { accountId: tenant.accountId, ...payload } }]);
}

/** Enqueues many jobs in one statement; a scheduler's are of many accounts. */
export function enqueueAll(tenant: Pick<Tenant, 'db'>, jobs: Job[]): Promise<void> {
  return addJobs(tenant, jobs);
}
