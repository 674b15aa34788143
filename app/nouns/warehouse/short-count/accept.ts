import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { existing, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { connectionName } from '../../../shared/connections/calls/connection-name.ts';
import type { SentenceOfType } from '../../../shared/issues/issue.ts';
import { seenOf } from '../../../shared/issues/seen.ts';
import { isAhead, lockCount } from '../lock-count.ts';
import { finishLots } from '../lots.ts';
import { applyCount } from '../stock.ts';

/**
 * A person says that a warehouse's count is right, however few products it names: it is used. What it does not name comes back with the
 * next count that names it. `seen`: of which count they were shown. @throws Refusal 404, 409
 */
export async function acceptShortCount(tenant: Tenant, connectionId: number, seen?: string): Promise<void> {
  await openIssueOf(tenant, connectionId);
  const last = await lockCount(tenant, connectionId);
  const { short_begun_at: takenAt, short_ended_at: takenUntil } = last;
  const issue = await openIssueOf(tenant, connectionId);
  if (takenAt === null || takenUntil === null) throw noneWaits();
  if (seen !== undefined && seen !== issue.seen)
    throw refuse(409, 'changed_since', 'The warehouse was counted anew, and other products are named. Look at it once more.');
  if (await isBeingCounted(tenant, connectionId, takenAt))
    throw refuse(409, 'under_way', 'A new count is being read at this moment. Look in a minute what that one names.');
  await applyCount(tenant, connectionId, { takenAt, takenUntil, last });
  await finishLots(tenant, connectionId, takenAt);
  const { named, before } = issue.sentence;
  await writeAudit(tenant, {
    ...{ verb: 'decided about', noun: 'stock count', record: { id: connectionId, name: await connectionName(tenant, connectionId) } },
    to: { decision: 'used', named, before },
  });
}

const noneWaits = () => refuse(404, 'not_found', 'No count of this warehouse waits for a decision.');

type Short = { sentence: SentenceOfType<'short_count'>; seen: string };

async function openIssueOf(tenant: Tenant, connectionId: number): Promise<Short> {
  const { rows } = await sql<Short>`
    select sentence, ${seenOf('issues')} as seen from issues
    where ${inAccount(tenant)} and connection_id = ${connectionId} and type = 'short_count' and closed_at is null`.execute(tenant.db);
  return existing(rows[0], noneWaits);
}

/** Pages of the next count take the places of its rows. */
async function isBeingCounted(tenant: Tenant, connectionId: number, takenAt: Date): Promise<boolean> {
  const { rows } = await sql<Columns<'counted_rows', 'sku'>>`
    select sku from counted_rows where ${inAccount(tenant)} and connection_id = ${connectionId} and begun_at > ${takenAt}
      and not ${isAhead('begun_at')} limit 1`.execute(tenant.db);
  return rows.length > 0;
}
