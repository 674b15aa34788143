import { expect, test } from 'vitest';
import {
  mayBecome,
  type PurchaseAction,
  type PurchaseStatus,
  purchaseActions,
  purchaseStatuses,
  refusalOf,
  statusOf,
} from './purchase-order.ts';

const facts = { cancelled: false, closed: false, receipts: 0, onHold: false };

test.for<[Partial<typeof facts>, PurchaseStatus]>([
  [{}, 'pending'],
  [{ onHold: true }, 'hold'],
  [{ receipts: 1 }, 'received'],
  [{ receipts: 1, onHold: true }, 'received'],
  [{ receipts: 1, closed: true }, 'closed_out'],
  [{ closed: true }, 'closed_out'],
  [{ cancelled: true, closed: true, receipts: 2, onHold: true }, 'cancelled'],
  [{ cancelled: true }, 'cancelled'],
])('%o is %s', ([given, status]) => expect(statusOf({ ...facts, ...given })).toBe(status));

/** The specification's table: what each status allows. An archived one only comes back; one in error can have its errors cleared. */
const allowed: Record<PurchaseStatus, PurchaseAction[]> = {
  pending: ['hold', 'cancel', 'delete', 'edit', 'sync'],
  hold: ['unhold', 'cancel', 'sync'],
  received: ['receive', 'close', 'edit', 'sync'],
  closed_out: ['archive'],
  cancelled: ['archive'],
};
const plain = { archived: false, open_issues: 0, connection_id: 1 };

test.for(purchaseStatuses.flatMap((status) => purchaseActions.map((action) => [status, action] as const)))(
  '%s: %s is allowed or refused with a sentence',
  ([status, action]) => {
    const refusal = refusalOf(action, { ...plain, status });
    if (allowed[status].includes(action)) expect(refusal).toBeNull();
    else expect(refusal).toMatch(/^[A-Z].+\.$/);
  },
);

test('an archived one can only be unarchived, one in error have its errors cleared, one that was made here not be synced', () => {
  expect(refusalOf('unarchive', { ...plain, status: 'closed_out', archived: true })).toBeNull();
  expect(refusalOf('archive', { ...plain, status: 'closed_out', archived: true })).toBe('It is archived already.');
  for (const status of purchaseStatuses) expect(refusalOf('clear-errors', { ...plain, status, open_issues: 1 })).toBeNull();
  expect(refusalOf('sync', { ...plain, status: 'pending', connection_id: null })).toBe(
    'It was made here: there is no source to read it from.',
  );
});

test('goods reopen what has ended or is held, their undo ends or holds it again, and one that was held is when its source opens it again', () => {
  expect(mayBecome('received', 'hold')).toBe(true);
  expect(mayBecome('closed_out', 'received')).toBe(true);
  expect(mayBecome('cancelled', 'received')).toBe(true);
  expect(mayBecome('closed_out', 'hold')).toBe(true);
});
