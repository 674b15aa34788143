import { sql } from 'kysely';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type AssignTerms, type AssignWork, assignVerbs } from '../../../shared/comments/assigning/verbs.ts';
import type { BulkNoun, Verb } from '../../../shared/runs/bulk/noun.ts';
import type { OutcomeSentence, WarehouseTask } from '../../../shared/runs/outcome-sentences.ts';
import { type TagTerms, type TagWork, tagVerbs } from '../../../shared/tags/verbs.ts';
import {
  acceptAddress,
  type BulkAction,
  type BulkWork,
  type ChangeTerms,
  type FormerDecision,
  isUndoable,
  skipReason,
  takesBack,
} from '../../order-flow/contract/bulk-action.ts';
import { disconnectedWarehouses } from '../../order-flow/release/former/former-warehouse.ts';
import { undoHolds } from '../../order-flow/release/holding/hold.ts';
import { keptByChannel, keptThere } from '../../order-flow/release/holding/own-hold.ts';
import type { HoldTerms } from '../../order-flow/values/hold-terms.ts';
import { undoMany } from '../editing/many.ts';
import type { AcceptTerms } from './accept-addresses.ts';
import { undoArchive, undoDelete } from './archive-and-delete.ts';
import { factsInSql, type OrderFacts } from './facts.ts';
import { editedSince, type FormerTerms, heldSince, otherwiseSince, stoppedSince } from './fits-since.ts';
import { byEnd, byHold, byNothing } from './lets-go.ts';
import { perform } from './perform.ts';

/** With what an action is performed: the terms of a hold, what a change sets, who looks after them, their tags. */
export type OrderTerms = HoldTerms & ChangeTerms & AcceptTerms & FormerTerms & AssignTerms & TagTerms;

const records = { name: 'orders', lock, label } as const;
const people = { ...records, isDeleted: ({ deleted }: OrderFacts) => deleted };

/** What can be done with many orders at once. */
export const orderBulk: BulkNoun<OrderFacts, BulkWork | AssignWork | TagWork, OrderTerms> = {
  ...records,
  present: sql`deleted_at is null`,
  verbs: {
    ...assignVerbs(people),
    ...tagVerbs(people),
    'clear-errors': { ...verb('clear-errors', 'take'), sendsGoods: true, fitsSince: stoppedSince },
    cancel: { ...verb('cancel', 'cancel'), letsGo: byEnd },
    hold: {
      ...verb('hold', 'hold'),
      letsGo: byHold,
      sendsLater: ({ until }) => until !== undefined,
      isOver: ({ until }, today) => until !== undefined && until <= today,
    },
    unhold: { ...verb('unhold', 'unhold'), sendsGoods: true, fitsSince: heldSince },
    'undo-hold': givesBack('undo-hold', undoHolds, 'unhold'),
    change: { ...verb('change'), fitsSince: editedSince },
    'undo-change': givesBack('undo-change', undoMany),
    [acceptAddress]: verb(acceptAddress),
    archive: { ...verb('archive'), letsGo: byNothing },
    unarchive: givesBack('unarchive', undoArchive),
    delete: verb('delete'),
    restore: givesBack('restore', undoDelete),
    'send-anew': { ...verb('send-anew'), sendsGoods: true, fitsSince: otherwiseSince },
    'end-here': { ...verb('end-here'), fitsSince: otherwiseSince },
  },
};

function label({ order_number }: OrderFacts): string {
  return order_number;
}

/** `task`: what its warehouse is asked to do. */
function verb(work: BulkAction | FormerDecision | typeof acceptAddress, task?: WarehouseTask): Verb<OrderFacts, BulkWork, OrderTerms> {
  return {
    skip: (order) => skipReason(work, order),
    ...(isUndoable(work) && { undo: takesBack[work] }),
    async perform(tenant, orders, how) {
      const ids = idsOf(orders);
      const left = await perform[work](tenant, ids, how);
      return task ? { left, notes: await waiting(tenant, ids, task) } : { left };
    },
  };
}

/** `undo` returns why some orders are left as they are. */
function givesBack(work: BulkWork, undo: typeof undoHolds, task?: WarehouseTask): Verb<OrderFacts, BulkWork, OrderTerms> {
  return {
    skip: (order) => skipReason(work, order),
    async giveBack(tenant, ids, group) {
      const left = await undo(tenant, ids, group);
      return task ? { left, notes: await waiting(tenant, ids, task) } : { left };
    },
  };
}

/** What is to be said of orders whose warehouse is disconnected, or that others keep on hold when they were taken off hold here. */
async function waiting(tenant: Tenant, ids: readonly number[], task: WarehouseTask): Promise<Map<number, OutcomeSentence>> {
  const away = await disconnectedWarehouses(tenant, [...ids]);
  const [kept, atChannel] = task === 'unhold' ? [await keptThere(tenant, ids), await keptByChannel(tenant, ids)] : [[], []];
  return new Map<number, OutcomeSentence>([
    ...[...away].map(([id, warehouse]) => [id, { code: 'waits_for_warehouse', warehouse, task }] as const),
    ...kept.map((id) => [id, { code: 'kept_by_warehouse' }] as const),
    ...atChannel.map((id) => [id, { code: 'kept_by_channel' }] as const),
  ]);
}

async function lock(tenant: Tenant, ids: number[]): Promise<OrderFacts[]> {
  const { rows } = await sql<OrderFacts>`
    select ${factsInSql(tenant)} from orders o where ${inAccount(tenant, 'o')} and o.id = any(${ids}::bigint[])
    order by o.id for no key update of o`.execute(tenant.db);
  return rows;
}
