import { writeAudit } from '../../../../platform/audit.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { connectionName } from '../../../shared/connections/calls/connection-name.ts';
import { lockCount } from '../lock-count.ts';
import { finishLots } from '../lots.ts';
import { applyCount } from '../stock.ts';
import { lockWhole, noneWaits, openIssueOf } from './waiting-count.ts';

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
  await lockWhole(tenant, connectionId, takenAt);
  await applyCount(tenant, connectionId, { takenAt, takenUntil, last });
  await finishLots(tenant, connectionId, takenAt);
  const { named, before } = issue.sentence;
  await writeAudit(tenant, {
    ...{ verb: 'decided about', noun: 'stock count', record: { id: connectionId, name: await connectionName(tenant, connectionId) } },
    to: { decision: 'used', named, before },
  });
}
