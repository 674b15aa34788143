import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import ProposedPage from './proposed-page.tsx';

test('a person sees who prepared what over which records, and that goods leave, beside the two buttons', () => {
  const proposal = {
    ...{ id: 7, subject: 'orders: Unhold', entity: 'orders', total: 2, started_at: '2026-03-04T09:00:00Z' },
    ...{
      terms: { reason: 'Paid' },
      proposed_by: 'Robot, used by python-httpx/0.27 (Linux; x64) like curl/8',
      warning: 'Goods leave by this.',
    },
  };
  const order = { record_type: 'order', raw: null };
  const outcomes = [
    { ...order, id: 1, outcome: 'waiting', record_id: 11, label: 'SO-11', reason: null },
    { ...order, id: 2, outcome: 'skipped', record_id: 12, label: 'SO-12', reason: 'It is not on hold.' },
  ];
  const loaderData = { proposal, outcomes, after: null, next: null };
  const text = rendered(<ProposedPage {...({ loaderData } as unknown as ComponentProps<typeof ProposedPage>)} />, {
    path: '/activity/7/proposed',
  });
  for (const each of ['Orders: Unhold', 'Robot, used by python-httpx', 'Goods leave by this.', 'Paid', 'SO-11', 'It is not on hold.'])
    expect(text).toContain(each);
  expect(text).toMatch(/^Start$/m);
  expect(text).toMatch(/^Decline$/m);
});
