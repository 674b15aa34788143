import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { isAssignedTo } from '../../../shared/comments/assigned.ts';
import { withoutTags } from '../../../shared/tags/contract.ts';
import { hasTag } from '../../../shared/tags/filter.ts';
import { anyIssue, notMapped, type OrderFilter, suggestedAddress } from '../../order-flow/contract/filter.ts';
import { hasWords, matchesSearch } from '../words/find-orders.ts';

export type Condition = RawBuilder<unknown>;

/** A filter's conditions by index, so that each can be read from the index that has it. Search terms are not included. */
export type Conditions = {
  shelf: Shelf;
  /** Not deleted, and of that shelf. */
  base: Condition[];
  /** On the order's date, the second column of most indexes. */
  dates: Condition[];
  /** Conditions that have an index each, by date. */
  narrow: Partial<Record<Narrowing, Condition>>;
  /** Conditions without an index. */
  rest: Condition[];
};
/**
 * Which orders a list is of. Most indexes of the list cover exactly the live ones of an account. What needs a person does so in the
 * archive, too, and Home counts it there: lists of it are of both, by an index of their own.
 */
export type Shelf = 'live' | 'archived' | 'both';
export type Narrowing = 'shipping' | 'country' | 'issue' | 'has_issue' | 'held' | 'locked' | 'assigned' | 'tag' | 'status' | 'source';

/** Splits a filter into its conditions. */
export function conditionsOf(tenant: Tenant, filter: OrderFilter): Conditions {
  const { view } = filter;
  const shelf = shelfOf(filter);
  const narrow: Conditions['narrow'] = {};
  const rest: Condition[] = [];
  const status = statusOf(filter) ?? (view === 'ready' ? 'pending' : undefined);
  if (status) narrow.status = hasStatus(sql`${status}`);
  if (view === 'ready') {
    rest.push(sql`not o.on_hold and not o.locked`);
    if (status !== 'pending') rest.push(hasStatus(sql`'pending'`));
  }
  if (filter.source) narrow.source = isFrom(connectionNamed(tenant, filter.source));
  if (filter.country) narrow.country = sql`o.country = ${filter.country}`;
  if (filter.shipping)
    narrow.shipping = filter.shipping === notMapped ? sql`o.shipping_code is null` : sql`o.shipping_code = ${filter.shipping}`;
  if (view === 'attention' || filter.issue) narrow.has_issue = sql`o.open_issues > 0`;
  if (filter.issue && filter.issue !== anyIssue) narrow.issue = hasIssue(tenant, filter.issue);
  if (view === 'held' || filter.hold === 'yes') narrow.held = sql`o.on_hold`;
  if (filter.hold === 'no') rest.push(sql`not o.on_hold`);
  if (filter.assigned) narrow.assigned = isAssignedTo(tenant, 'order', sql`o.id`);
  if (filter.tag === withoutTags) rest.push(hasTag(tenant, 'order', sql`o.id`, withoutTags));
  else if (filter.tag) narrow.tag = hasTag(tenant, 'order', sql`o.id`, filter.tag);
  if (filter.lock === 'yes') narrow.locked = sql`o.locked`;
  if (filter.lock === 'no') rest.push(sql`not o.locked`);
  return { shelf, base: [notDeleted, ...shelves[shelf]], dates: datesOf(tenant, filter), narrow, rest };
}

function shelfOf({ view, archived, issue }: OrderFilter): Shelf {
  if (view === 'archived' || archived === 'yes') return 'archived';
  const isOfWaiting = view === 'attention' || (issue && (!view || view === 'all'));
  return isOfWaiting && archived !== 'no' ? 'both' : 'live';
}

const shelves: Record<Shelf, Condition[]> = { live: [sql`o.archived_at is null`], archived: [sql`o.archived_at is not null`], both: [] };

/** A filter's whole condition: what a bulk action over "all that match" freezes. */
export function matching(tenant: Tenant, filter: OrderFilter): Condition {
  return all(tenant, filter, filter.search ? [matchesSearch(tenant, filter.search)] : []);
}

/** The same for a few orders that are already selected otherwise. */
export function matchingFew(tenant: Tenant, filter: OrderFilter): Condition {
  return all(tenant, filter, filter.search ? [hasWords(tenant, filter.search)] : []);
}

function all(tenant: Tenant, filter: OrderFilter, words: Condition[]): Condition {
  const { base, dates, narrow, rest } = conditionsOf(tenant, filter);
  return and([...base, ...dates, ...Object.values(narrow), ...rest, ...words]);
}

export const and = (parts: Condition[]): Condition => sql.join(parts, sql` and `);

// Shared with the export of orders.
export const notDeleted = sql`o.deleted_at is null`;
export const hasStatus = (status: Condition) => sql`o.order_status = ${status}`;
export const isFrom = (connection: Condition) => sql`o.connection_id = ${connection}`;
export const isFromOn = (start: Condition) => sql`o.order_date >= ${start}`;
export const isBefore = (end: Condition) => sql`o.order_date < ${end}`;

/** Midnight of a day in the account's time zone, `days` later for the end of a range, because its last day is included. */
export function dayBoundary({ accountId }: Tenant, day: string | undefined, days: 0 | 1): Condition {
  if (!day) return sql`null::timestamptz`;
  if (day.includes('T')) return sql`${day}::timestamptz`;
  return sql`((${day}::date + ${days}::int)::timestamp at time zone (select timezone from accounts where id = ${accountId}))`;
}

/**
 * The connection with this slug as one value, so that an index returns its orders sorted. Of several with this slug the connected one
 * counts.
 */
export const connectionNamed = (tenant: Tenant, slug: string): Condition =>
  sql`(select id from connections where ${inAccount(tenant)} and slug = ${slug} and 'orders' = any(capabilities)
    order by disconnected_at nulls first, id desc limit 1)`;

/** The status that a filter asks for, under either name. */
export const statusOf = ({ status, filterBy, search }: OrderFilter) =>
  status || (filterBy && filterBy !== 'status' && !search ? filterBy : undefined);

function datesOf(tenant: Tenant, { start_at, end_at }: OrderFilter): Condition[] {
  return [...(start_at ? [isFromOn(dayBoundary(tenant, start_at, 0))] : []), ...(end_at ? [isBefore(dayBoundary(tenant, end_at, 1))] : [])];
}

const hasIssue = (tenant: OfAccount, issue: string): Condition =>
  sql`exists (select from issues i where ${inAccount(tenant, 'i')} and i.order_id = o.id and ${isOpen(issue)})`;

/** The open issues `i` that a filter by issue names. */
export const isOpen = (issue: string): Condition =>
  issue === suggestedAddress
    ? sql`i.closed_at is null and i.is_suggested and i.type = 'address_incomplete'`
    : sql`i.closed_at is null and i.type = ${issue}`;
