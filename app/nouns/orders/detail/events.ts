import { type RawBuilder, sql } from 'kysely';

/** The history of the order `o`, to read as `TimelineEntry`s. */
export const eventsOf: RawBuilder<unknown> = sql`
  select e.id, e.at, e.kind, e.sentence, e.changes, u.name as who, undoing.id is not null as undone,
    case when e.removed_lines is not null then (
      select sum(l.unit_price * coalesce(l.source_quantity, l.quantity)) from json_populate_recordset(null::order_lines, e.removed_lines::json) as l)::text end as removed_worth
  from order_events e left join users u on u.id = e.user_id
  left join order_events undoing on undoing.account_id = e.account_id and undoing.undoes = e.id
  where e.account_id = o.account_id and e.order_id = o.id`;
