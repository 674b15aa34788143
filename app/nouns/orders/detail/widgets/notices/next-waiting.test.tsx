import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { rendered } from '../../../../../../test/rendered.tsx';
import { lastList } from '../../../../../ui/list/pages/last-list.ts';
import type { Order } from '../order.ts';
import { NextButton, useNextWaiting } from './next-waiting.tsx';

function Next({ order }: { order: Order }) {
  const next = useNextWaiting(order);
  return next && <NextButton next={next} />;
}

test.each([
  ['as they do', ['unmapped_sku'], '1 of 2'],
  ['as they do, and for something else', ['unmapped_shipping', 'unmapped_sku'], '1 of 2'],
  ['for something else by now', ['unmapped_shipping'], ''],
  ['for nothing by now', [], ''],
])('the next of two that wait is offered to one that waits %s, with its place among them if it is still one', (_, types, place) => {
  const queries = new QueryClient();
  const page = { current_page: 1, per_page: 100, total: 2, total_is_exact: true, prev_page_url: null, next_page_url: null };
  const ofThem = { path: '/orders', search: '?view=attention&issue=unmapped_sku' };
  queries.setQueryData(['orders that wait', 1], lastList(ofThem, ['/orders/1', '/orders/2'], page as Parameters<typeof lastList>[2]));
  const order = { id: 1, issues: types.map((type) => ({ type })) } as unknown as Order;
  const [words = ''] = rendered(<Next order={order} />, { path: '/orders/1', queries }).split('Next order');
  expect(words.trim().split(/\s*\n\s*/)).toEqual(['Next', place].filter(Boolean));
});
