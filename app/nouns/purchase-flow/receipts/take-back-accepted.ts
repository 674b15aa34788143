import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { existing, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ChangeNoun } from '../../../base/changes/noun.ts';
import { type UndoVerb, undoChanges } from '../../../base/changes/undo.ts';
import type { Undone } from '../../../shared/runs/bulk/undo.ts';
import { checkPurchaseOrders } from '../checking/check.ts';
import { recordForAll } from '../history.ts';
import { type LockedPurchaseOrder, lockOne, missing, recordOf } from '../lock.ts';

/** The action of a run in which a person accepted that more came of a line than was ordered, or no whole pack: it can be undone. */
export const acceptingUnits = 'accept-units';

/** A line of which more came than was ordered, or no whole pack: how much of that is accepted. */
export const acceptedUnits: ChangeNoun = { name: 'accepted units' };

/** Undoes that from where it was done, or from Activity. @throws Refusal 404; 409 where what came is processed since */
export async function undoAccepted(tenant: Tenant, group: number): Promise<Undone> {
  await undoChanges(tenant, group, [undoOf(tenant)]);
  return { message: 'What was accepted waits for a decision again.', runId: null, total: 1 };
}

type Line = Columns<'purchase_order_lines', 'id' | 'sku' | 'purchase_order_id' | 'over_accepted' | 'loose_accepted'>;

const tooLate = 'What came of this line is being processed, or is by now, so it stays accepted. Correct it at the source.';

/** What the history says of the undo of each. */
const takenBack = { over_accepted: 'over_taken_back', loose_accepted: 'loose_taken_back' } as const;
type Kind = keyof typeof takenBack;

/** One line is decided about at a time. */
function undoOf(tenant: Tenant): UndoVerb<void> {
  let current: { order: LockedPurchaseOrder; line: Line; kind: Kind } | undefined;
  const locked = () => {
    if (!current) throw new Error('The line is read first.');
    return current;
  };
  const decision = () => `${locked().line[locked().kind]} of ${locked().line.sku}`;
  const audited: ChangeNoun['audited'] = () => [
    {
      ...{ verb: 'undid', noun: 'purchase order', record: recordOf(locked().order) },
      to: { receipt: decision(), decision: locked().kind },
    },
  ];
  return {
    noun: { ...acceptedUnits, audited },
    nameOf: (_tenant, changes) => new Map(changes.map(({ record_id }) => [record_id, decision()])),
    async read(_tenant, { changes: [change] }) {
      const id = change?.record_id ?? 0;
      const order = await lockOne(tenant, await orderOf(tenant, id));
      const line = await lineOf(tenant, id);
      const kind = change?.was && 'loose_accepted' in change.was ? 'loose_accepted' : 'over_accepted';
      current = { order, line, kind };
      if (change && kind === 'over_accepted' && (await isProcessedSince(tenant, id, change.at))) throw refuse(409, 'processed', tooLate);
      return new Map([[id, { [kind]: line[kind] }]]);
    },
    async write(_tenant, { changes: [change] }) {
      const { kind, line } = locked();
      await sql`update purchase_order_lines set ${sql.ref(kind)} = ${change?.was?.[kind] ?? 0}
        where ${inAccount(tenant)} and id = ${line.id}`.execute(tenant.db);
    },
    async follow() {
      const { order, line, kind } = locked();
      await recordForAll(tenant, [order.id], 'accepted', { code: takenBack[kind], units: line[kind], sku: line.sku });
      await checkPurchaseOrders(tenant, [order.id]);
    },
    changedSince: (_field, by) =>
      `${by ? `${by.who} decided anew about this line${by.on}` : 'This line has changed since'}, so this cannot be undone.`,
  };
}

async function orderOf(tenant: Tenant, lineId: number): Promise<Column<'purchase_orders', 'id'>> {
  const { rows } = await sql<Columns<'purchase_order_lines', 'purchase_order_id'>>`
    select purchase_order_id from purchase_order_lines where ${inAccount(tenant)} and id = ${lineId}`.execute(tenant.db);
  return existing(rows[0], missing).purchase_order_id;
}

async function lineOf(tenant: Tenant, lineId: number): Promise<Line> {
  const { rows } = await sql<Line>`
    select id, coalesce(mapped_sku, sku) as sku, purchase_order_id, over_accepted, loose_accepted
    from purchase_order_lines where ${inAccount(tenant)} and id = ${lineId}`.execute(tenant.db);
  return existing(rows[0], missing);
}

/** Nothing of the line was booked while more came of it than was accepted: what is booked since goes by that it is. */
async function isProcessedSince(tenant: Tenant, lineId: number, at: Date): Promise<boolean> {
  const { rows } = await sql<Columns<'receipts', 'id'>>`
    select r.id from receipt_lines c join receipts r on ${inAccount(tenant, 'r')} and r.id = c.receipt_id
    where ${inAccount(tenant, 'c')} and c.line_id = ${lineId}
      and (r.processed_at >= ${at} or r.booking_id is not null and r.processed_at is null) limit 1`.execute(tenant.db);
  return rows.length > 0;
}
