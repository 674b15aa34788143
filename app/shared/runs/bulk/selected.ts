import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { NounName } from '../../../base/nouns.ts';
import { mostPreviewed } from './previewed.ts';
import type { Selection } from './start.ts';

/** The ids of what is selected, for a look at it before it is worked on. What another person prepared is nobody else's. */
export function selectedIds(tenant: Tenant, noun: NounName, selection: Selection): RawBuilder<unknown> {
  const ids =
    'ids' in selection
      ? sql`select unnest(${selection.ids}::bigint[])`
      : 'matching' in selection
        ? selection.matching
        : sql`select unnest(t.ids) from run_targets t join runs r on ${inAccount(tenant, 'r')} and r.id = t.run_id
    where ${inAccount(tenant, 't')} and r.id = ${selection.runId} and r.entity = ${noun} and r.state = 'prepared'
      and r.requested_by = ${tenant.userId}`;
  return sql`select id from (${ids}) as s (id) order by id limit ${sql.lit(mostPreviewed)}`;
}
