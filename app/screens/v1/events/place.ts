import { sql } from 'kysely';
import type { Column } from '../../../../platform/columns.ts';
import { invalid, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Scope } from '../../../people/keys/scopes.ts';

type Asked = { cursor?: string | undefined; from: 'oldest' | 'now' };
/**
 * Sequences: of the last event, of the last that was deleted, up to which cursors are of a database that was lost, and since which no event
 * of the wanted nouns is missing.
 */
type Bounds = Record<'last' | 'deleted' | 'lost' | 'since', Column<'event_counters', 'last_sequence'>>;

/**
 * The sequence behind which to read the events of these nouns.
 * @throws Invalid for what is no cursor; Refusal 410 for one behind which events are missing
 */
export async function placeOf(tenant: Tenant, { cursor, from }: Asked, scopes: readonly Scope[]): Promise<number> {
  const { last, deleted, lost, since } = await readBounds(tenant, scopes);
  if (cursor === undefined) return from === 'now' ? Math.max(last, lost) : Math.max(deleted, lost, since);
  const place = placeIn(cursor);
  if (place > Math.max(last, lost)) throw refuse(410, 'cursor_unknown', anew('This cursor was never given for this account.'));
  if (place < lost)
    throw refuse(410, 'cursor_before_restore', anew('Since this cursor was given, the database was restored from a backup.'));
  if (place < deleted) throw refuse(410, 'cursor_expired', anew('Events behind this cursor are older than 30 days and were deleted.'));
  if (place < since) throw refuse(410, 'cursor_gap', anew('Since this cursor was given, no key followed these events for a while.'));
  return place;
}

/** The sequence that a cursor is. @throws Invalid for what is none */
export function placeIn(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw invalid({ cursor: ['Is no cursor: take `next` of the page before, as it is'] });
  return Number(cursor);
}

async function readBounds(tenant: Tenant, scopes: readonly Scope[]): Promise<Bounds> {
  const { rows } = await sql<Bounds>`
    select coalesce(c.last_sequence, 0) as last, coalesce(c.deleted_to, 0) as deleted, n.cursors_after as lost,
      coalesce((select max(f.since_sequence) from followed_scopes f where ${inAccount(tenant, 'f')} and f.scope = any(${scopes}::text[])),
        0) as since
    from installation n left join event_counters c on ${inAccount(tenant, 'c')}`.execute(tenant.db);
  return rows[0] ?? { last: 0, deleted: 0, lost: 0, since: 0 };
}

const anew = (why: string) => `${why} Take a new cursor with \`from=now\`, and then read your lists anew.`;
