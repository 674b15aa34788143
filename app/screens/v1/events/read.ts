import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { messageId } from '../../../shared/webhooks/events/body.ts';
import type { EventType } from '../../../shared/webhooks/events/event-types.ts';

type Row = Columns<'events', 'record_id' | 'at'> & { sequence: Column<'event_counters', 'last_sequence'>; type: EventType };
type Looked = { events: Row[]; looked: number; last: Column<'events', 'sequence'> };
type Wanted = { after: number; types: readonly EventType[]; limit: number };

/** So many events are looked at for a page. One with few of the wanted types ends there, and its cursor goes on behind them. */
const mostLooked = 5_000;

/** Events of these types behind a sequence, in their order. Those that are not numbered yet come later, behind all that are. */
export async function readEvents({ accountId, db }: Tenant, { after, types, limit }: Wanted) {
  const { rows } = await sql<Looked>`
    with looked as materialized (
      select e.sequence, e.type, e.record_id, e.at, e.type = any(${types}::text[]) as fits
      from events e where ${inAccount({ accountId }, 'e')} and e.sequence > ${after} order by e.sequence limit ${mostLooked}
    )
    select coalesce((select json_agg(fitting) from (select sequence, type, record_id, at from looked where fits
        order by sequence limit ${limit + 1}) as fitting), '[]') as events,
      (select count(*)::int from looked) as looked, (select max(sequence) from looked) as last`.execute(db);
  const { events = [], looked = 0, last = null } = rows[0] ?? {};
  const onPage = events.slice(0, limit);
  const isCut = events.length > limit;
  const next = isCut ? onPage.at(-1)?.sequence : last;
  return {
    data: onPage.map(({ at, ...event }) => ({
      ...{ id: messageId(accountId, event.sequence), ...event, happened_at: new Date(at) },
    })),
    next: String(next ?? after),
    more: isCut || looked === mostLooked,
  };
}
