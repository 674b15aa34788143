import { sql } from 'kysely';
import { invalid, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

type Asked = { cursor?: string | undefined; from: 'oldest' | 'now' };
/** Sequences: of the last event, of the last that was deleted, and up to which cursors are of a database that was lost. */
type Bounds = { last: number; deleted: number; lost: number };

/**
 * The sequence behind which to read.
 * @throws Invalid for what is no cursor; Refusal 410 for one behind which events are missing
 */
export async function placeOf(tenant: Tenant, { cursor, from }: Asked): Promise<number> {
  const { last, deleted, lost } = await readBounds(tenant);
  if (cursor === undefined) return from === 'now' ? Math.max(last, lost) : Math.max(deleted, lost);
  if (!/^\d{1,15}$/.test(cursor)) throw invalid({ cursor: ['Is no cursor: take `next` of the page before, as it is'] });
  const place = Number(cursor);
  if (place < lost) throw gone('cursor_before_restore', 'Since this cursor was given, the database was restored from a backup.');
  if (place < deleted) throw gone('cursor_expired', 'Events behind this cursor are older than 30 days and were deleted.');
  if (place > Math.max(last, lost)) throw gone('cursor_unknown', 'This cursor was never given for this account.');
  return place;
}

async function readBounds(tenant: Tenant): Promise<Bounds> {
  const { rows } = await sql<Bounds>`
    select coalesce(c.last_sequence, 0) as last, coalesce(c.deleted_to, 0) as deleted, n.cursors_after as lost
    from installation n left join event_counters c on ${inAccount(tenant, 'c')}`.execute(tenant.db);
  return rows[0] ?? { last: 0, deleted: 0, lost: 0 };
}

const whatNow = 'Take a new cursor with `from=now`, and then read your lists anew.';
const gone = (code: 'cursor_before_restore' | 'cursor_expired' | 'cursor_unknown', why: string) => refuse(410, code, `${why} ${whatNow}`);
