import { createHash } from 'node:crypto';
import { refuse } from '../../../../platform/http/refusal.ts';

/** What tells a record from what it was before. */
export const etagOf = (record: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 27)}"`;

const namesIn = (header: string | undefined): string[] => (header ?? '').split(',').map((each) => each.trim());

/** Whether an `If-None-Match` names the record as it is. */
export const isKnown = (header: string | undefined, etag: string): boolean =>
  namesIn(header).some((name) => name.replace(/^W\//, '') === etag);

/** @throws Refusal 412 where an `If-Match` names the record as it is no longer */
export function requireAsSeen(header: string | undefined, record: unknown): void {
  if (header === undefined || header.trim() === '*' || namesIn(header).includes(etagOf(record))) return;
  throw refuse(412, 'not_as_seen', 'This is not as you read it: it was changed since. Read it again, and nothing was changed by this.');
}
