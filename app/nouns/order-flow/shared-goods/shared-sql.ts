import { sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import { partsLeftBefore, tookInDoubtful } from '../../../shared/issues/types/origins.ts';
import { hasParent } from '../order-sql.ts';

// Conditions on orders `o` and on rows `m` of order_merges.

/** Its goods are those of the order that it was merged into, although the channel lists it again. */
const isMerged = (tenant: OfAccount) => sql`exists (select from order_merges m
  where ${inAccount(tenant, 'm')} and m.connection_id = o.connection_id and m.remote_id = o.remote_id)`;

/** The order `taker` goes by what a person decided or edited, who may have counted on what was merged into it. */
export const isDecidedByHand = sql`(coalesce(taker.shared_goods in ('ship', 'same'), false) or 'lines' = any(taker.edited_fields))`;

/** It was merged into one that had left without its goods, and nobody there counts on it: it ended, and a person may ship it too. */
export const cameTooLate = (tenant: OfAccount) => sql`exists (select from order_merges m
  join orders taker on ${inAccount(tenant, 'taker')} and taker.id = m.into_id
  where ${inAccount(tenant, 'm')} and m.connection_id = o.connection_id and m.remote_id = o.remote_id and m.came_too_late
    and not ${isDecidedByHand})`;

/** Goods of `o` may be sent with another order too. */
export const isShared = (tenant: OfAccount) =>
  sql`(o.split_from is not null and ${hasParent(tenant)} or ${isMerged(tenant)} or exists (${tookInDoubtful(tenant)})
    or exists (${partsLeftBefore(tenant)}))`;

/** What a person had decided about it came to nothing (`askAboutSame`): nothing but another decision lets it go. */
export const wasAskedAgain = (tenant: OfAccount) => sql`exists (select from order_events e
  where ${inAccount(tenant, 'e')} and e.order_id = o.id and e.kind = 'decided' and e.sentence ->> 'code' in ('asked_again', 'twin_asked'))`;
