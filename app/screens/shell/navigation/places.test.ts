import { expect, test } from 'vitest';
import { countedIn, places } from './places.ts';

test.each([
  ['user', 'unread', '/support-tickets'],
  ['account_admin', 'unread', '/support-tickets'],
  ['super', 'wait for a reply', '/support-tickets/queue'],
] as const)('to a %s the number beside Tickets says how many %s, and leads to where they are marked', (role, words, path) => {
  const tickets = places.find(({ label }) => label === 'Tickets');
  expect(tickets && countedIn(tickets, role)).toEqual([words, path]);
});
