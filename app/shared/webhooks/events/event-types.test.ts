import { expect, test } from 'vitest';
import { events, eventTypes, testEvent } from './event-types.ts';

test('each type is there once, by noun and verb, with a meaning of its own', () => {
  expect(new Set([...eventTypes, testEvent]).size).toBe(eventTypes.length + 1);
  expect(new Set(events.map(([, meaning]) => meaning)).size).toBe(eventTypes.length);
  for (const type of eventTypes) expect(type).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
});
