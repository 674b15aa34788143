import { writeAudit } from '../../../../platform/audit.ts';
import { invalid } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type WindowEntity, windowEntities } from '../../../base/scheduled-entities.ts';
import { minutesIn } from '../../../ui/time/times-of-day.ts';
import { wakeConnection } from '../streams/wake.ts';
import type { WindowSettings } from './contract.ts';
import { readWindows } from './queries.ts';

/**
 * Changes a connection's time windows. What waited for a window that is open now goes on at once.
 * @throws Invalid for a window that is used and has no start or end, or would never be open; Refusal 404
 */
export async function saveSchedule(tenant: Tenant, { id, name }: { id: number; name: string }, changes: WindowSettings): Promise<void> {
  const from = await readWindows(tenant, id, true);
  const to = { ...from, ...changes };
  const wrong = Object.assign({}, ...windowEntities.map((entity) => faultsOf(entity, to)));
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  const columns = Object.entries(to).map(([column, value]) => [column, typeof value === 'string' ? (minutesIn(value) ?? 0) : value]);
  await tenant.db.updateTable('connections').set(Object.fromEntries(columns)).where(inAccount(tenant)).where('id', '=', id).execute();
  await writeAudit(tenant, { verb: 'changed', noun: 'schedule', record: { id, name }, from, to });
  await wakeConnection(tenant, id);
}

function faultsOf(entity: WindowEntity, settings: WindowSettings): Record<string, string[]> {
  if (!settings[`use_time_window_${entity}`]) return {};
  const [start, end] = [settings[`start_sync_time_window_${entity}`], settings[`end_sync_time_window_${entity}`]];
  if (!start || !end)
    return {
      ...(!start && { [`start_sync_time_window_${entity}`]: ['Select a start time.'] }),
      ...(!end && { [`end_sync_time_window_${entity}`]: ['Select an end time.'] }),
    };
  return start === end ? { [`end_sync_time_window_${entity}`]: ['Start and end must differ: this window would never be open.'] } : {};
}
