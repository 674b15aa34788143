import { sql } from 'kysely';
import type { OwnReason } from '../../../../connectors/http/reasons.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount, inReach } from '../../../../platform/in-account.ts';
import { acrossAccounts, type Tenant, type Within, withoutPerson } from '../../../../platform/tenant.ts';
import { isOpen } from '../../../base/installation/gate.ts';
import { enqueueAll, type JobPayload } from '../../../base/job-queue.ts';
import { because } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { capabilityOf } from '../calls/capability.ts';
import { type Connection, getConnection, secretContext } from '../calls/session.ts';
import { webhookAddress } from './webhook-address.ts';

/** How soon an address that was not taken is given again. */
const againMinutes = 15;

/** Some vendors switch a subscription off after failed deliveries: they are told again, which does nothing where it still stands. */
const renewHours = 6;

/** Enqueues, across accounts, the connections whose other side does not know our address, or may have forgotten it. */
export async function sweepSubscriptions({ database, baseUrl }: Pick<Engine, 'database' | 'baseUrl'>): Promise<void> {
  await acrossAccounts(database, async (db, reach) => {
    const { rows } = await sql<Columns<'connections', 'account_id' | 'id'>>`
      select account_id, id from connections
      where ${inReach(reach)} and state = 'active' and disconnected_at is null and 'hints' = any(capabilities)
        and (hints_base is distinct from ${baseUrl} or hints_told_at < now() - make_interval(hours => ${renewHours}))
        and (hints_tried_at is null or hints_tried_at < now() - make_interval(mins => ${againMinutes})) limit 100`.execute(db);
    await enqueueAll(
      { db },
      rows.map(({ account_id: accountId, id: connectionId }) => ({
        name: 'connections:subscribe' as const,
        payload: { accountId, connectionId },
        key: `subscribe:${accountId}:${connectionId}`,
      })),
    );
  });
}

/** Tells the other side where to send its hints, where its connector can; until then, and without, polling finds the news. */
export async function subscribe(engine: Engine, { accountId, connectionId }: JobPayload<'connections:subscribe'>): Promise<void> {
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => withoutPerson(engine.database, accountId, work);
  const connection = await within((tenant) => getConnection(tenant, engine.seal, connectionId));
  if (connection?.state !== 'active' || !connection.connector.hints) return;
  // A copy would take the original's hints away.
  if (!(await within((tenant) => isOpen(tenant, connectionId)))) return;
  const outcome = await tell(engine, connection, within);
  const secret = outcome.made ? engine.seal.seal(outcome.made, secretContext(accountId, connectionId)) : null;
  await within(async (tenant) => {
    await sql`update connections set hints_tried_at = now(), hints_failure = ${outcome.failure && JSON.stringify(outcome.failure)},
        hints_base = case when ${outcome.failure === null} then ${engine.baseUrl} else hints_base end,
        hints_told_at = (select case when ${outcome.done} then now() else hints_told_at end),
        vendor_secret = case when disconnected_at is null then coalesce(${secret}, vendor_secret) end
      where ${inAccount({ accountId })} and id = ${connectionId}`.execute(tenant.db);
    notify(tenant, 'connections', [connectionId]);
  });
}

/** `made`: the secret that the vendor made. */
type Outcome = { done: boolean; failure: OwnReason | null; made?: string | null };

async function tell(engine: Engine, connection: Connection, within: Within): Promise<Outcome> {
  const hints = capabilityOf(engine, connection, 'hints', { attempt: 0, subject: null });
  if (!hints.subscribe) return { done: false, failure: null };
  const { label } = connection.connector;
  if (!isReachable(engine, connection))
    return { done: false, failure: because({ code: 'connection.needs_https', connector: label, address: engine.baseUrl }) };
  const { address } = await within((tenant) => webhookAddress(tenant, engine.seal, engine.baseUrl, connection.id));
  const result = await hints.subscribe(address, connection.webhookSecret ?? '', connection.vendorSecret);
  if (result.ok) return { done: true, failure: null, made: result.value };
  const { reason } = result.failure;
  return { done: false, failure: because({ code: 'connection.address_not_taken', connector: label, because: reason }) };
}

/** The outside world reaches an https address; the sandbox is on this machine. */
function isReachable({ baseUrl, sandboxOrigin }: Engine, { connector, settings }: Connection): boolean {
  const outside = connector.hosts(settings).api.length > 0;
  return baseUrl.startsWith('https:') || (!outside && sandboxOrigin !== null);
}
