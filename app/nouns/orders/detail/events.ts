import { type RawBuilder, sql } from 'kysely';

/** The history of the order `o`, to read as `TimelineEntry`s. */
export const eventsOf: RawBuilder<unknown> = sql`
  select e.id, e.at, e.kind, e.sentence, e.changes, u.name as who, undo.id is not null as undone, e.removed_worth::text
  from order_events e left join users u on u.id = e.user_id
  left join changes undo on undo.account_id = e.account_id and undo.undoes = e.change_id
  where e.account_id = o.account_id and e.order_id = o.id`;
