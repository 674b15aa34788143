import { expect, test } from 'vitest';
import { rendered } from '../../../../../test/rendered.tsx';
import { AccountClock } from '../../../../ui/time/clock.tsx';
import type { OrderInList } from './loaded.ts';
import { noteOf } from './orders-list.tsx';

const held = { id: 1, order_status: 'error', on_hold: true, hold_reason: 'Maybe fraud', hold_until: '2027-03-04T00:00:00Z', also: [] };
const issue = { id: 1, type: 'unmapped_sku', sentence: 'SKU MUG is not linked to a warehouse product.', subject: 'MUG', seen: null };
const shown = (order: object) =>
  rendered(
    <AccountClock now={Date.now()} timezone="UTC" dateStyle="month_first">
      {noteOf({ ...held, open_issues: 0, issue: null, ...order } as unknown as OrderInList)}
    </AccountClock>,
  );

test('a row says why an order is on hold, also beside what stopped it', () => {
  const why = 'On hold until Mar 4, 2027: Maybe fraud.';
  expect(shown({})).toContain(why);
  const stopped = shown({ open_issues: 1, issue });
  expect(stopped).toContain(issue.sentence);
  expect(stopped).toContain(why);
  expect(shown({ hold_reason: null, hold_until: null })).not.toContain('On hold');
  expect(shown({ order_status: 'shipped' })).not.toContain('On hold');
});
