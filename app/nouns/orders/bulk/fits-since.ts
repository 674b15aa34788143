import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { placeFields } from '../../../base/addresses/address.ts';
import { byWhom, type WhoAndWhen, whoAndWhen } from '../../../base/changes/since.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import type { ChangeTerms } from '../../order-flow/contract/bulk-action.ts';
import { editedOrder } from '../editing/edit-noun.ts';

type Since = (tenant: Tenant, ids: readonly number[], at: Date) => Promise<Map<number, OutcomeSentence>>;

/**
 * Those that were put on hold after that time: whatever the hold was that somebody wanted to end, it is not this one. What an earlier run
 * of theirs held late they had asked for before.
 */
export const heldSince: Since = (tenant, ids, at) =>
  read(
    tenant,
    { code: 'held_since' },
    sql`select e.order_id from order_events e where ${inAccount(tenant, 'e')} and e.order_id = any(${[...ids]}::bigint[]) and e.at > ${at}
      and e.sentence ->> 'code' = 'put_on_hold'
      and not exists (select from changes c join runs r on ${inAccount(tenant, 'r')} and r.change_group_id = c.group_id
        where ${inAccount(tenant, 'c')} and c.noun = ${editedOrder.name} and c.record_id = e.order_id and c.packed is null
          and c.at >= e.at and c.is @> '{"on_hold": true}' and r.requested_by = ${tenant.userId} and r.started_at <= ${at})`,
  );

/** Those with an open issue that came after that time: what stops them is not, or not only, what somebody wanted to try again. */
export const stoppedSince: Since = (tenant, ids, at) =>
  read(
    tenant,
    { code: 'stopped_since' },
    sql`select order_id from issues where ${inAccount(tenant)} and order_id = any(${[...ids]}::bigint[]) and opened_at > ${at}
      and closed_at is null`,
  );

/** `preparedAt`: when the orders were counted that a person decides about. */
export type FormerTerms = { preparedAt?: string };

/**
 * Those of which since a person looked something left, was changed or stopped them: nobody decides about other goods than they saw, as
 * where they decide about one.
 */
export const otherwiseSince = (
  tenant: Tenant,
  ids: readonly number[],
  at: Date,
  { preparedAt }: FormerTerms,
): Promise<Map<number, OutcomeSentence>> => {
  const seenAt = sql`${preparedAt ?? at}::timestamptz`;
  return read(
    tenant,
    { code: 'changed_since' },
    sql`select order_id from order_events where ${inAccount(tenant)} and order_id = any(${[...ids]}::bigint[]) and at > ${seenAt}
        and kind in ('changed', 'edited', 'undone', 'split', 'shipped', 'stopped')
      union all
      select order_id from issues where ${inAccount(tenant)} and order_id = any(${[...ids]}::bigint[]) and opened_at > ${seenAt}
        and closed_at is null`,
  );
};

type Edit = Columns<'orders', 'id'> & WhoAndWhen;

/**
 * Those of which somebody changed after that time what a change sets, or another part of where the goods go, where it sets one: a person
 * by name, or the channel. What an earlier run does late was asked for before.
 */
export async function editedSince(
  tenant: Tenant,
  ids: readonly number[],
  at: Date,
  { set = {} }: ChangeTerms,
): Promise<Map<number, OutcomeSentence>> {
  const isMoved = set.country !== undefined || set.state !== undefined;
  const fields = [...Object.keys(set), ...(isMoved ? placeFields : [])];
  const byChannel = await read(
    tenant,
    { code: 'changed_since' },
    sql`select order_id from order_events where ${inAccount(tenant)} and order_id = any(${[...ids]}::bigint[]) and at > ${at}
      and kind = 'changed' and changes ?| ${fields}::text[]`,
  );
  const { rows } = await sql<Edit>`
    select distinct on (c.record_id) c.record_id as id, ${whoAndWhen} from changes c ${byWhom}
    where ${inAccount(tenant, 'c')} and c.noun = ${editedOrder.name} and c.record_id = any(${[...ids]}::bigint[]) and c.packed is null
      and c.at > ${at} and c.is ?| ${fields}::text[]
      and not exists (select from runs r where ${inAccount(tenant, 'r')} and r.change_group_id = c.group_id and r.started_at <= ${at})
    order by c.record_id, c.id desc`.execute(tenant.db);
  return new Map([...byChannel, ...rows.map(({ id, who, local }) => [id, { code: 'changed_by', by: who, at: local }] as const)]);
}

async function read({ db }: Tenant, reason: OutcomeSentence, orders: RawBuilder<unknown>): Promise<Map<number, OutcomeSentence>> {
  const { rows } = await sql<Columns<'order_events', 'order_id'>>`select distinct order_id from (${orders}) as those`.execute(db);
  return new Map(rows.map(({ order_id }) => [order_id, reason]));
}
