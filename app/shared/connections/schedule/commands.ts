import { invalid } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ChangeNoun } from '../../../base/changes/noun.ts';
import { recordChange } from '../../../base/changes/record.ts';
import { requireUnchanged } from '../../../base/changes/unchanged.ts';
import { type WindowEntity, windowEntities, windowLabels } from '../../../base/scheduled-entities.ts';
import { minutesIn, timeLabel } from '../../../ui/time/times-of-day.ts';
import { wakeConnection } from '../streams/wake.ts';
import type { WindowChanges, WindowSettings } from './contract.ts';
import { readWindows } from './queries.ts';

const schedules: ChangeNoun = { name: 'schedule' };
type Connection = { id: number; name: string };

/**
 * Changes a connection's time windows. What waited for a window that is open now goes on at once.
 * @throws Invalid for a window that is used and has no start or end, or would never be open; Refusal 404, 409 where one is not as it `was`
 */
export async function saveSchedule(tenant: Tenant, { id, name }: Connection, { was, ...changes }: WindowChanges): Promise<void> {
  const from = await readWindows(tenant, id, true);
  const to = { ...from, ...changes };
  for (const entity of windowEntities) await requireAsSeen(tenant, id, entity, { was: was && { ...from, ...was }, now: from, to });
  const wrong = Object.assign({}, ...windowEntities.map((entity) => faultsOf(entity, to)));
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  const columns = Object.entries(to).map(([column, value]) => [column, typeof value === 'string' ? (minutesIn(value) ?? 0) : value]);
  await tenant.db.updateTable('connections').set(Object.fromEntries(columns)).where(inAccount(tenant)).where('id', '=', id).execute();
  await recordChange(tenant, schedules, { record: { id, name }, was: from, is: to });
  await wakeConnection(tenant, id);
}

type Windows = Required<WindowSettings>;
type Saw = { was: Windows | undefined; now: Windows; to: Windows };

/** Refuses to change a window over what a colleague made of it, and says what that is. @throws Refusal 409 */
async function requireAsSeen(tenant: Tenant, recordId: number, entity: WindowEntity, { was, now, to }: Saw): Promise<void> {
  const fields = [`use_time_window_${entity}`, `start_sync_time_window_${entity}`, `end_sync_time_window_${entity}`] as const;
  const of = (windows: Windows) => fields.map((field) => windows[field]);
  const [use, start, end] = fields;
  const words = now[use] ? `${clock(now[start])} to ${clock(now[end])}` : 'off';
  await requireUnchanged(
    tenant,
    { noun: schedules, recordId, fields },
    { was: was && of(was), now: of(now), to: of(to) },
    ({ who, on }) => `${who} changed the time window of ${windowLabels[entity].toLowerCase()}${on}: ${words}.`,
  );
}

const clock = (time: string) => timeLabel(minutesIn(time) ?? 0);

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
