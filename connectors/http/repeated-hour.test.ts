import { expect, test } from 'vitest';
import { changeTime } from './repeated-hour.ts';

const read = (zone: string, text: string) => changeTime(zone, new Date(text)).toISOString();

test.each([
  ['America/Los_Angeles', '2026-11-01T07:59:59.999Z', '2026-11-01T07:59:59.999Z'],
  ['America/Los_Angeles', '2026-11-01T08:00:00.000Z', '2026-11-01T08:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-01T08:50:00.000Z', '2026-11-01T08:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-01T09:10:00.000Z', '2026-11-01T08:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-01T10:00:00.000Z', '2026-11-01T10:00:00.000Z'],
  ['America/Los_Angeles', '2026-03-08T10:10:00.000Z', '2026-03-08T10:10:00.000Z'],
  ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25T00:00:00.000Z'],
  // By half an hour alone.
  ['Australia/Lord_Howe', '2026-04-04T14:20:00.000Z', '2026-04-04T14:20:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-04T14:40:00.000Z', '2026-04-04T14:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:10:00.000Z', '2026-04-04T14:30:00.000Z'],
  ['UTC', '2026-11-01T08:50:00.000Z', '2026-11-01T08:50:00.000Z'],
])('in %s a change of %s counts as of %s', (zone, text, expected) => expect(read(zone, text)).toBe(expected));
