import { expect, test } from 'vitest';
import { rendered } from '../../../../../test/rendered.tsx';
import type { ConsentQuestion } from '../contract.ts';
import { AgentsList } from './agents-list.tsx';
import { ConsentForm } from './consent-form.tsx';

const question: ConsentQuestion = {
  ...{ name: 'Desk agent', host: 'desk.example', redirect_host: '127.0.0.1:43117', is_local: true, account: 'Acme' },
  ...{
    scopes: ['read_orders', 'read_buyers', 'release_orders'],
    request: 'v1.sealed',
    declined: 'http://127.0.0.1:43117/callback?error=x',
  },
};
const lines = (widget: React.ReactNode) => rendered(widget).replaceAll(/\s+/g, ' ');

test('a person reads who asks, for which account, where they go on and what is asked, in plain words', () => {
  const text = lines(<ConsentForm question={question} />);
  for (const says of [
    'Connect Desk agent?',
    'Desk agent of desk.example wants to use the account Acme in your name. Then you go on to 127.0.0.1:43117 .',
    'any program can call itself Desk agent',
    'Find orders, and read why each waits',
    'See who bought: names, addresses, notes',
    'Prepare what makes goods leave, for a person to start',
    'Decline',
  ])
    expect(text).toContain(says);
  expect(text).not.toContain('Read products');
});

test('of a program elsewhere nothing is said of this computer', () => {
  const text = lines(<ConsentForm question={{ ...question, redirect_host: 'desk.example', is_local: false }} />);
  expect(text).not.toContain('this computer');
});

test('who connected it and what it may is in the list', () => {
  const agent = {
    ...{ id: 1, name: 'Desk agent', host: 'desk.example', state: 'active' as const, scopes: ['read_stock', 'read_orders'] },
    ...{ connected_by: 'Ann Baker', created_at: '2026-03-04T09:14:00Z', expires_at: '2026-04-04T09:14:00Z' },
    ...{ last_used_at: null, last_address: null },
  };
  const text = lines(<AgentsList agents={[agent]} onCalls={() => undefined} />);
  for (const says of ['of desk.example, connected by Ann Baker', 'Find orders, and read why each waits; Read what is on hand', 'never'])
    expect(text).toContain(says);
});
