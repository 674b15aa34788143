import { type RawBuilder, sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { bounded } from '../../../platform/sentences.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { writeEvents } from '../webhooks/events/write.ts';
import { checkedTypes, findIssues } from './checks.ts';
import type { CheckedType, IssueSentence, IssueType, SentenceOfType } from './issue.ts';

/** No other file writes the table of issues. Issues of an order are opened in orders/order-issues.ts, which also tells its timeline. */
export type NewIssue = {
  [T in IssueType]: { type: T; sentence: SentenceOfType<T> } & Concerns;
}[IssueType];
type Concerns = {
  /** What it is about: a code, or the record itself. An issue is open once for its order or connection, type and subject. */
  subject: string;
  /** Null for issues of a connection, a product or any other record. */
  orderId?: number;
  purchaseOrderId?: number;
  connectionId?: number;
  /** Whether its order waits until it is closed; true by default. */
  blocking?: boolean;
  field?: string;
  lineId?: number;
};
type OpenedIssue = Columns<'issues', 'id' | 'order_id' | 'purchase_order_id'> & { sentence: IssueSentence; is_new: boolean };

/** Opens issues; one that is open already takes the new sentence. Returns those that were not open before. */
export async function openIssues(tenant: Tenant, issues: NewIssue[]): Promise<OpenedIssue[]> {
  const ofOrders = issues.filter(({ orderId }) => orderId !== undefined);
  const ofPurchases = issues.filter(({ orderId, purchaseOrderId }) => orderId === undefined && purchaseOrderId !== undefined);
  const others = issues.filter(({ orderId, purchaseOrderId }) => orderId === undefined && purchaseOrderId === undefined);
  const opened = [
    ...(await insertIssues(tenant, ofOrders, sql`(account_id, order_id, type, subject) where closed_at is null and order_id is not null`)),
    ...(await insertIssues(
      tenant,
      ofPurchases,
      sql`(account_id, purchase_order_id, type, subject) where closed_at is null and purchase_order_id is not null`,
    )),
    ...(await insertIssues(
      tenant,
      others,
      sql`(account_id, connection_id, type, subject) where closed_at is null and order_id is null and purchase_order_id is null`,
    )),
  ];
  if (opened.length > 0) notify(tenant, 'issues');
  const fresh = opened.filter(({ is_new }) => is_new);
  await tellOf(tenant, 'issue.opened', fresh);
  return fresh;
}

async function insertIssues(tenant: Tenant, issues: NewIssue[], unique: RawBuilder<unknown>): Promise<OpenedIssue[]> {
  if (issues.length === 0) return [];
  const written = issues.map((issue) => ({ ...issue, sentence: bounded(issue.sentence) }));
  const { rows } = await sql<OpenedIssue>`
    insert into issues (account_id, order_id, purchase_order_id, connection_id, type, subject, field, line_id, sentence, blocking)
    select ${tenant.accountId}, "orderId", "purchaseOrderId", "connectionId", type, subject, field, "lineId", sentence, coalesce(blocking,
      true)
    from json_to_recordset(${JSON.stringify(written)}::json) as issue ("orderId" bigint, "purchaseOrderId" bigint, "connectionId" bigint,
      type text, subject text, field text,
      "lineId" bigint, sentence jsonb, blocking boolean)
    on conflict ${unique} do update set sentence = excluded.sentence where issues.sentence <> excluded.sentence
    returning id, order_id, purchase_order_id, sentence, old.id is null as is_new`.execute(tenant.db);
  return rows;
}

/**
 * Issues of these orders or purchase orders, or of a connection (null: of none) and neither; of all types and subjects unless some are
 * named.
 */
export type WhichIssues = ({ orderIds: number[] } | { purchaseOrderIds: number[] } | { connectionId: number | null }) & {
  types?: readonly IssueType[];
  subjects?: readonly string[];
};

/**
 * Closes open issues as mended, by the tenant's person; all of an order, because that has ended: see `reopenLapsed`. Returns how many.
 * Whoever closes issues of orders settles those orders.
 */
export async function closeIssues(tenant: Tenant, which: WhichIssues): Promise<number> {
  if ('orderIds' in which && which.orderIds.length === 0) return 0;
  const { rows } = await sql<Columns<'issues', 'id'>>`
    update issues set closed_at = now(), closed_by = ${tenant.userId}, lapsed = ${'orderIds' in which && !which.types}
    where ${inAccount(tenant)} and closed_at is null and ${conditionOf(which)} returning id`.execute(tenant.db);
  if (rows.length > 0) notify(tenant, 'issues');
  await tellOf(tenant, 'issue.closed', rows);
  return rows.length;
}

/**
 * Has orders wait for these of their open issues, which they did not: those with these ids. Whoever calls it settles the orders.
 * `sentence`: what becomes of one, by its code.
 */
export async function makeBlocking(
  tenant: Tenant,
  ids: readonly number[],
  sentence: { from: IssueSentence['code']; to: IssueSentence['code'] },
): Promise<void> {
  if (ids.length === 0) return;
  const { numAffectedRows = 0n } = await sql`
    update issues set blocking = true, sentence = (select case when sentence ->> 'code' = ${sentence.from}
      then sentence || jsonb_build_object('code', ${sentence.to}::text) else sentence end)
    where ${inAccount(tenant)} and id = any(${[...ids]}::bigint[]) and closed_at is null and not blocking`.execute(tenant.db);
  if (numAffectedRows > 0n) notify(tenant, 'issues');
}

type Closed = { orderId: number /** To the microsecond. */; closedAt: string; exceptSubjects: readonly string[] };

/** Opens those issues of an order again that were closed at this moment, and of which none is open by now. Returns how many. */
export const reopenIssues = (tenant: Tenant, { orderId, closedAt, exceptSubjects }: Closed): Promise<number> =>
  reopen(
    tenant,
    sql`i.order_id = ${orderId} and i.closed_at = ${closedAt}::timestamptz
      and i.subject <> all(${[...exceptSubjects]}::text[]) and not exists (select from issues open where ${inAccount(tenant, 'open')}
        and open.order_id = i.order_id and open.type = i.type and open.subject = i.subject and open.closed_at is null)`,
  );

/**
 * Opens those issues `i` of orders again that were closed because these had ended, as far as they meet a condition and nothing came of the
 * same since. The caller settles the orders.
 */
export const reopenLapsed = (tenant: Tenant, orderIds: readonly number[], meant: RawBuilder<unknown>): Promise<number> =>
  reopen(
    tenant,
    sql`i.order_id = any(${[...orderIds]}::bigint[]) and i.lapsed and ${meant}
      and not exists (select from issues later where ${inAccount(tenant, 'later')} and later.order_id = i.order_id
        and later.type = i.type and later.subject = i.subject and later.id > i.id)`,
  );

async function reopen(tenant: Tenant, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<Columns<'issues', 'id'>>`
    update issues i set closed_at = null, closed_by = null, lapsed = false
    where ${inAccount(tenant, 'i')} and ${which} returning i.id`.execute(tenant.db);
  if (rows.length > 0) notify(tenant, 'issues');
  await tellOf(tenant, 'issue.opened', rows);
  return rows.length;
}

const tellOf = (tenant: Tenant, type: 'issue.opened' | 'issue.closed', issues: readonly Columns<'issues', 'id'>[]) =>
  writeEvents(
    tenant,
    issues.map(({ id }) => ({ type, id })),
  );

/** Of a comparison: what was opened and closed by it. */
async function tellOfDifferences(tenant: Tenant, rows: readonly (Columns<'issues', 'id'> & { is_open: boolean; is_new: boolean })[]) {
  await writeEvents(
    tenant,
    rows.flatMap(({ id, is_open, is_new }) => (is_new ? { type: is_open ? 'issue.opened' : 'issue.closed', id } : [])),
  );
}

/** Turns round whether it is certain what mends the open issues of a type of these orders. */
export async function markSuggested(tenant: Tenant, { orderIds, type }: { orderIds: number[]; type: IssueType }): Promise<void> {
  if (orderIds.length === 0) return;
  await sql`
    update issues set is_suggested = not is_suggested
    where ${inAccount(tenant)} and order_id = any(${orderIds}::bigint[]) and type = ${type} and closed_at is null`.execute(tenant.db);
  notify(tenant, 'issues');
}

function conditionOf(which: WhichIssues): RawBuilder<unknown> {
  const { types, subjects } = which;
  const parts = [
    ofRecords(which),
    ...(types ? [sql`type = any(${[...types]}::text[])`] : []),
    ...(subjects ? [sql`subject = any(${[...subjects]}::text[])`] : []),
  ];
  return sql.join(parts, sql` and `);
}

function ofRecords(which: WhichIssues): RawBuilder<unknown> {
  if ('orderIds' in which) return sql`order_id = any(${which.orderIds}::bigint[])`;
  if ('purchaseOrderIds' in which) return sql`purchase_order_id = any(${which.purchaseOrderIds}::bigint[])`;
  return sql`order_id is null and purchase_order_id is null and ${ofConnection(which.connectionId)}`;
}

const ofConnection = (id: number | null) => (id === null ? sql`connection_id is null` : sql`connection_id = ${id}`);

export type IssueDifference = Columns<'issues', 'subject'> & {
  sentence: IssueSentence;
  type: CheckedType;
  order_id: Column<'orders', 'id'>;
  is_open: boolean;
};

/**
 * Compares the issues that these orders should have with those that are open, of the types that are checked: opens what is
 * missing and closes what is mended, in one statement for any number of orders. Returns what changed.
 */
export const reconcileIssues = (tenant: Tenant, orderIds: number[]): Promise<IssueDifference[]> =>
  reconcile(tenant, 'order_id', orderIds, findIssues(tenant, sql`o.id = any(${orderIds}::bigint[])`), checkedTypes);

export type PurchaseIssueDifference = Columns<'issues', 'subject' | 'type'> & {
  sentence: IssueSentence;
  purchase_order_id: Column<'purchase_orders', 'id'>;
  is_open: boolean;
};

/**
 * The same for purchase orders: `due` selects what they should have open (`purchase_order_id, connection_id, type, subject, line_id,
 * sentence`) of these types. Returns what was opened and closed.
 */
export async function reconcilePurchaseIssues(
  tenant: Tenant,
  ids: number[],
  due: RawBuilder<unknown>,
  types: IssueType[],
): Promise<PurchaseIssueDifference[]> {
  const expected = sql`select *, null::text as field from (${due}) as due`;
  const differences = await reconcile<PurchaseIssueDifference>(tenant, 'purchase_order_id', ids, expected, types);
  return differences.filter(({ is_new }) => is_new);
}

type Stored = Columns<'issues', 'id'> & { is_new: boolean };

async function reconcile<Difference extends { is_open: boolean }>(
  tenant: Tenant,
  owner: 'order_id' | 'purchase_order_id',
  ids: number[],
  expected: RawBuilder<unknown>,
  types: readonly IssueType[],
): Promise<(Difference & Stored)[]> {
  const record = sql.ref(owner);
  const of = (row: 'i' | 'w') => sql.ref(`${row}.${owner}`);
  const { rows } = await sql<Difference & Stored>`
    with expected as (${expected}),
    closed as (
      update issues i set closed_at = now(), closed_by = ${tenant.userId}
      where ${inAccount(tenant, 'i')} and ${of('i')} = any(${ids}::bigint[]) and i.closed_at is null and i.type = any(${types}::text[])
        and not exists (select from expected w where ${of('w')} = ${of('i')} and w.type = i.type and w.subject = i.subject)
      returning i.id, ${of('i')}, i.type, i.subject, i.sentence
    ),
    opened as (
      insert into issues (account_id, ${record}, connection_id, type, subject, field, line_id, sentence)
      select ${tenant.accountId}, ${record}, connection_id, type, subject, field, line_id, sentence from expected
      on conflict (account_id, ${record}, type, subject) where closed_at is null and ${record} is not null
        do update set sentence = excluded.sentence, field = excluded.field where issues.sentence <> excluded.sentence
      returning id, ${record}, type, subject, sentence, old.id is null as is_new
    )
    select id, ${record}, type, subject, sentence, true as is_open, is_new from opened
    union all
    select id, ${record}, type, subject, sentence, false, true from closed`.execute(tenant.db);
  if (rows.length > 0) notify(tenant, 'issues');
  await tellOfDifferences(tenant, rows);
  return rows;
}
