import { sql } from 'kysely';
import { existing } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { windowEntities, windowOf } from '../../../base/scheduled-entities.ts';
import { nextOpening, windowIsOpen } from '../../../base/window.ts';
import { timeValue } from '../../../ui/time/times-of-day.ts';
import type { WindowSettings, WindowState } from './contract.ts';

/** The settings of all windows of a connection, by the specification's names; times that were never set are empty. */
export async function readWindows(tenant: Tenant, connectionId: number, lock = false): Promise<Required<WindowSettings>> {
  const { rows } = await sql<Record<string, boolean | number>>`
    select * from connections where ${inAccount(tenant)} and id = ${connectionId} ${lock ? sql`for update` : sql``}`.execute(tenant.db);
  const row = existing(rows[0], 'This connection does not exist.');
  const settings = windowEntities.flatMap((entity) => {
    const [start, end] = [Number(row[`start_sync_time_window_${entity}`]), Number(row[`end_sync_time_window_${entity}`])];
    // A window that begins and ends at once was never set.
    const written = (minutes: number) => (start === end ? '' : timeValue(minutes));
    return [
      [`use_time_window_${entity}`, row[`use_time_window_${entity}`]],
      [`start_sync_time_window_${entity}`, written(start)],
      [`end_sync_time_window_${entity}`, written(end)],
    ];
  });
  return Object.fromEntries(settings) as Required<WindowSettings>;
}

/** Whether each window of a connection is open now, and when it opens next. */
export async function readWindowStates(tenant: Tenant, connectionId: number): Promise<WindowState[]> {
  const states = windowEntities.map(
    (entity) => sql`
    select ${entity}::text as entity, ${windowIsOpen('c', entity)} as open, ${nextOpening('c', entity)} as opens_at
    from connections c where ${inAccount(tenant, 'c')} and c.id = ${connectionId}`,
  );
  return (await sql<WindowState>`${sql.join(states, sql` union all `)}`.execute(tenant.db)).rows;
}

/** The stream that may be read next and when: when it is due, but not before its window opens. Null where none opens. */
export function nextCall(
  streams: readonly { stream: string; due_at: string }[],
  windows: readonly WindowState[],
): { stream: string; at: Date } | null {
  const calls = streams.flatMap(({ stream, due_at }) => {
    const opens = windows.find(({ entity }) => entity === windowOf(stream))?.opens_at;
    return opens ? [{ stream, at: new Date(Math.max(Date.parse(due_at), new Date(opens).getTime())) }] : [];
  });
  return calls.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null;
}
