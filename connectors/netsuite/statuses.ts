import type { ChannelOrder, DisplayStatus, PurchaseOrder } from '../contract.ts';

type Word<State> = { word: string; state: State };

/** SuiteQL gives a letter for a status; these are the words that people see in NetSuite, and what they mean to us. */
const sales: Record<string, Word<ChannelOrder['state']>> = {
  A: { word: 'Pending Approval', state: 'waiting' },
  B: { word: 'Pending Fulfillment', state: 'ready' },
  C: { word: 'Cancelled', state: 'cancelled' },
  D: { word: 'Partially Fulfilled', state: 'ready' },
  E: { word: 'Pending Billing/Partially Fulfilled', state: 'ready' },
  F: { word: 'Pending Billing', state: 'shipped' },
  G: { word: 'Billed', state: 'shipped' },
  H: { word: 'Closed', state: 'cancelled' },
};

const purchases: Record<string, Word<PurchaseOrder['state']>> = {
  A: { word: 'Pending Supervisor Approval', state: 'draft' },
  B: { word: 'Pending Receipt', state: 'open' },
  C: { word: 'Rejected by Supervisor', state: 'cancelled' },
  D: { word: 'Partially Received', state: 'open' },
  E: { word: 'Pending Billing/Partially Received', state: 'open' },
  F: { word: 'Pending Bill', state: 'closed' },
  G: { word: 'Fully Billed', state: 'closed' },
  H: { word: 'Closed', state: 'closed' },
};

export const salesStatus = (letter: string | null) => sales[last(letter)] ?? unknown(letter);
export const purchaseStatus = (letter: string | null) => purchases[last(letter)] ?? unknown(letter);

/** Open and shipped orders by their words. */
export function displayStatus(word: string): DisplayStatus {
  const found = Object.values(sales).find((each) => each.word === word);
  if (found?.state === 'ready') return 'awaiting_shipment';
  return found?.state === 'shipped' ? 'shipped' : 'other';
}

// Some queries write `SalesOrd:B` for `B`.
const last = (letter: string | null) => letter?.split(':').at(-1) ?? '';
const unknown = (letter: string | null) => ({ word: letter ?? '', state: 'unknown' }) as const;
