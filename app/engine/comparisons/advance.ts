import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../platform/tenant.ts';
import { enqueueAll, type JobPayload } from '../../base/job-queue.ts';
import type { StreamName } from '../../base/stream-names.ts';
import type { Engine } from '../../base/worker-context.ts';
import { isReadFor, readOfWarehouse, wasReadFor } from '../../shared/connections/streams/compared.ts';
import { pullJob } from '../../shared/connections/streams/wake.ts';
import { finish } from './finish.ts';

type Step = Columns<'comparisons', 'connection_id'> & {
  /** Whether it is read at all now: one that is paused, or that needs to be reconnected, is compared later. */
  active: boolean;
  warehouse: boolean;
  begun: boolean;
  done: boolean;
};

/** Takes the comparison of an account one step on, if what it waits for is read: the channels, then the warehouse, then it ends. */
export async function advanceComparison(engine: Pick<Engine, 'database'>, { accountId }: JobPayload<'comparisons:advance'>): Promise<void> {
  await withoutPerson(engine.database, accountId, async (tenant) => {
    // How far it is, is on every page.
    notify(tenant, 'connections');
    const steps = (await readSteps(tenant)).filter(({ active }) => active);
    const [channels, warehouses] = [steps.filter(({ warehouse }) => !warehouse), steps.filter(({ warehouse }) => warehouse)];
    if (steps.length === 0 || !channels.every(({ done }) => done)) return;
    const later = warehouses.filter(({ begun }) => !begun);
    if (later.length > 0 && (await isUnchecked(tenant))) return;
    for (const { connection_id } of later) await readFromBefore(tenant, connection_id);
    if (later.length > 0 || !warehouses.every(({ done }) => done)) return;
    await finish(
      tenant,
      steps.map(({ connection_id }) => connection_id),
    );
  });
}

/** Locked: two workers take the same step once. A stream that its credentials may not read is not waited for. */
async function readSteps(tenant: Tenant): Promise<Step[]> {
  await sql`select from comparisons where ${inAccount(tenant)} and finished_at is null order by connection_id
    for update`.execute(tenant.db);
  const { rows } = await sql<Step>`
    select p.connection_id, c.state = 'active' as active, 'warehouse' = any(c.capabilities) as warehouse, p.again_at is not null as begun,
      not exists (select from streams s where ${inAccount(tenant, 's')} and s.connection_id = p.connection_id
        and ${isReadFor} and not ${wasReadFor}) as done
    from comparisons p join connections c on ${inAccount(tenant, 'c')} and c.id = p.connection_id
    where ${inAccount(tenant, 'p')} and p.finished_at is null order by p.connection_id`.execute(tenant.db);
  return rows;
}

/** What came from the channels has its reference only when it was checked. */
async function isUnchecked(tenant: Tenant): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from orders where ${inAccount(tenant)} and checked_at is null)
      or exists (select from purchase_orders where ${inAccount(tenant)} and checked_at is null) as waits`.execute(tenant.db);
  return rows[0]?.waits ?? false;
}

/** Reads on from where the streams stood when the comparison began. What is known already changes nothing. */
async function readFromBefore(tenant: Tenant, connectionId: number): Promise<void> {
  await sql`update comparisons set again_at = now() where ${inAccount(tenant)} and connection_id = ${connectionId}`.execute(tenant.db);
  const { rows } = await sql<{ stream: StreamName }>`
    update streams s set cursor = nullif(p.places -> s.stream, 'null'), due_at = now() from comparisons p
    where ${inAccount(tenant, 's')} and s.connection_id = ${connectionId} and ${inAccount(tenant, 'p')}
      and p.connection_id = s.connection_id
      and s.stream = any(${readOfWarehouse}::text[]) returning s.stream`.execute(tenant.db);
  await enqueueAll(
    tenant,
    rows.map(({ stream }) => pullJob(tenant.accountId, connectionId, stream)),
  );
  notify(tenant, 'connections', [connectionId]);
}
