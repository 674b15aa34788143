import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { seenWithGoods } from '../../../shared/issues/seen-goods.ts';
import { sentOtherwise } from '../../../shared/issues/types/sent-otherwise.ts';
import { wakeOutbox } from '../../../shared/outbox/queue.ts';
import { recordEvents } from '../../order-flow/history.ts';
import { lockOrders } from '../../order-flow/lock-orders.ts';
import { enqueueCheck } from '../../order-flow/recheck.ts';
import { withdrawCancels } from '../../order-flow/release/holding/withdraw-cancels.ts';
import { keepSent } from '../../order-flow/sent/follow.ts';
import { settleOrders } from '../../order-flow/settle.ts';

/** What a person may keep, and what the history says of it. */
const kinds = { changed_after_release: 'kept_as_sent', changed_beside_edits: 'kept_as_edited' } as const;
type Kind = keyof typeof kinds;

/** `goes`: it waited here for this; `open`: how many of its issues stay open. */
type Decided = { goes: boolean; open: number };

/**
 * A person decided to leave an order as it was sent, whatever changed since: what they saw (`seen` of an issue) or, where that is not
 * given, all that is open. One that waits here for it goes. @throws Refusal 404; 409, and nothing is otherwise then
 */
export const keepAsSent = (tenant: Tenant, id: number, seen?: string): Promise<Decided> => keep(tenant, id, 'changed_after_release', seen);

/** The same of one that has not left, and stays as people edited it. */
export const keepAsEdited = (tenant: Tenant, id: number, seen?: string): Promise<Decided> => keep(tenant, id, 'changed_beside_edits', seen);

async function keep(tenant: Tenant, id: number, type: Kind, seen?: string): Promise<Decided> {
  await lockOrders(tenant, [id]);
  const open = await openChanges(tenant, id, type);
  if (open.length === 0) throw refuse(404, 'not_found', 'This order has no change to decide about.');
  const kept = seen === undefined ? open : [findSeen(open, seen)];
  const subjects = kept.map(({ subject }) => subject);
  if (kept.some(({ code }) => code === 'cancellation_requested')) await withdrawCancels(tenant, [id]);
  if (subjects.includes(sentOtherwise.subject)) await keepFromReplacing(tenant, id);
  await closeIssues(tenant, { orderIds: [id], types: [type], subjects });
  const goes = type === 'changed_after_release' && kept.some(({ waits }) => waits);
  await recordEvents(tenant, [{ orderId: id, kind: 'mended', sentence: { code: goes ? 'sent_as_it_is' : kinds[type] } }]);
  await settleOrders(tenant, [id]);
  const { connection_id, warehouse, open_issues } = await readOrder(tenant, id);
  // Its confirmation may have waited for this, and the end of its hold.
  await wakeOutbox(tenant, [connection_id, ...(warehouse === null ? [] : [warehouse])]);
  // So may the order itself, where it is here.
  await enqueueCheck(tenant, [id]);
  return { goes, open: open_issues };
}

type Change = Columns<'issues', 'subject'> & {
  /** The order is here, and waits for this. */
  waits: boolean;
  code: string;
  number: Column<'orders', 'order_number'>;
  seen: string;
};

/** What is open of changes of an order. None gets another sentence until the transaction ends. */
async function openChanges(tenant: Tenant, id: number, type: Kind): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select i.subject, i.blocking and o.in_amware = 0 as waits, i.sentence ->> 'code' as code, o.order_number as number,
      ${seenWithGoods(tenant, 'i')} as seen
    from issues i join orders o on ${inAccount(tenant, 'o')} and o.id = i.order_id
    where ${inAccount(tenant, 'i')} and i.order_id = ${id} and i.type = ${type} and i.closed_at is null
    order by i.id for no key update of i`.execute(tenant.db);
  return rows;
}

/** @throws Refusal 409 */
function findSeen(open: readonly Change[], seen: string): Change {
  const same = open.find((each) => each.seen === seen);
  if (same) return same;
  const [issue] = seen.split('.');
  const number = open[0]?.number;
  if (!open.some((each) => each.seen.startsWith(`${issue}.`)))
    throw refuse(409, 'decided', `What you saw of ${number} is settled already. Something else of it changed: look at that.`);
  throw refuse(409, 'changed_meanwhile', `${number} changed again: look at it once more.`);
}

/** `warehouse`: the connection that has it. */
type Kept = Columns<'orders', 'connection_id' | 'open_issues'> & { warehouse: Column<'warehouse_orders', 'connection_id'> | null };

async function readOrder(tenant: Tenant, id: number): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select o.connection_id, o.open_issues, w.connection_id as warehouse
    from orders o left join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
    where ${inAccount(tenant, 'o')} and o.id = ${id}`.execute(tenant.db);
  return rows[0] as Kept;
}

/** What a person keeps although a mapping changed, is not replaced by itself when the next one changes. */
async function keepFromReplacing(tenant: Tenant, id: number): Promise<void> {
  const { rows } = await sql<Columns<'warehouse_orders', 'id'>>`
    update warehouse_orders w set kept = true, must_compare = false from orders o
    where ${inAccount(tenant, 'o')} and o.id = ${id} and ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
    returning w.id`.execute(tenant.db);
  await keepSent(tenant, idsOf(rows));
}
