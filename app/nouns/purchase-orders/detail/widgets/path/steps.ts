import type { PathStep } from '../../../../../ui/blocks/path.tsx';
import { countedWords } from '../../../../../ui/words/counted-words.ts';
import { isInFull, type Order } from '../order.ts';

type Facts = Pick<
  Order,
  | 'status'
  | 'error'
  | 'on_hold'
  | 'locked'
  | 'events'
  | 'receipts'
  | 'purchase_order_items'
  | 'announced_at'
  | 'announcement_waits'
  | 'asn_state'
  | 'close_reason'
  | 'cancel_requested_at'
  | 'withdraw_outcome'
  | 'running'
>;

/** The steps of a purchase order, whose events come newest first. The first that is not done is the current one. */
export function stepsOf(order: Facts): PathStep[] {
  const at = (...kinds: string[]) => order.events.find(({ kind }) => kinds.includes(kind))?.at ?? null;
  const isEnded = order.status === 'closed_out';
  const counted = order.receipts.filter(({ waits_for }) => waits_for === null);
  const isAllBooked = counted.length > 0 && counted.every(({ processed }) => processed);
  const hasAllCome = isInFull(order) || order.asn_state === 'closed' || order.close_reason !== null;
  const reached: [key: string, name: string, done: boolean, at: PathStep['at']][] = [
    ['arrived', 'Arrived', true, at('arrived', 'created')],
    ['announced', 'Announced', order.announced_at !== null, order.announced_at && at('announced')],
    ['received', 'Received', counted.length > 0 && hasAllCome, at('received')],
    ['processed', 'Processed', isAllBooked && hasAllCome, at('processed')],
    ['closed', 'Closed out', isEnded, at('closed')],
  ];
  const stands = reached.findIndex(([, , done]) => !done);
  const standing = standingOf(order);
  return reached.map(([key, name, done, time], place) => {
    if (done) return { key, name, state: 'done', at: time };
    if (isEnded) return { key, name, state: 'passed', at: null };
    return { key, name, state: place === stands ? standing : 'ahead', at: null };
  });
}

function standingOf({ status, error, on_hold, locked }: Facts): 'here' | 'held' | 'stopped' | 'ended' {
  if (status === 'cancelled') return 'ended';
  if (error) return 'stopped';
  return on_hold || locked ? 'held' : 'here';
}

/** Its next step in words, where no notice above says it. */
export function nextStepOf(order: Facts): string | null {
  const { status, error, receipts, purchase_order_items: items, announced_at, cancel_requested_at, withdraw_outcome, close_reason } = order;
  const isSaid =
    error || order.running !== null || cancel_requested_at !== null || withdraw_outcome === 'too_late' || close_reason !== null;
  if (isSaid || (status !== 'pending' && status !== 'received')) return null;
  const toBook = receipts.filter(({ processed, under_way, waits_for }) => !processed && !under_way && waits_for === null);
  if (toBook.length > 0) return `${countedWords(toBook.length, 'receipt waits', 'receipts wait')} to be processed.`;
  if (items.length === 0) return 'It needs lines before it can be announced to the warehouse.';
  if (order.announcement_waits !== null) return order.announcement_waits;
  if (announced_at === null) return 'It is being announced to the warehouse.';
  const open = items.reduce((sum, item) => sum + item.open, 0);
  if (open > 0) return `The warehouse expects ${countedWords(open, status === 'received' ? 'more unit' : 'unit')}.`;
  return 'All of it has come. It is closed out when the warehouse closes its announcement.';
}
