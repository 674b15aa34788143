import { type RawBuilder, sql } from 'kysely';
import type { OfAccount } from '../../../../platform/in-account.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { whoOf } from '../../../base/changes/who-of.ts';

/** The history of the order `o`, to read as `TimelineEntry`s. */
export const eventsOf = (tenant: OfAccount): RawBuilder<unknown> => sql`
  select e.id, e.at, e.kind, e.sentence, e.changes, ${whoOf} as who, undo.id is not null as undone, e.removed_worth::text
  from order_events e left join users u on u.id = e.user_id
  left join changes undo on ${inAccount(tenant, 'undo')} and undo.undoes = e.change_id
  where ${inAccount(tenant, 'e')} and e.order_id = o.id`;
