import { sql } from 'kysely';
import type { Cursor } from '../../../../connectors/contract.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { lockOf } from '../../../../platform/locks.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { isRecognised } from '../../../base/installation/gate.ts';
import type { JobPayload } from '../../../base/job-queue.ts';
import { cursorJson, type PageRead, type Stored, storeRecords } from './page.ts';

type At = { cursor: Cursor | null };

/**
 * Stores the records of a page beside those of the page before it, without moving the cursor. Null, and nothing is stored, where the
 * connection catches up or is not active, or its stream is read from another place by now.
 */
export async function storeAhead(
  tenant: Tenant,
  { connectionId, stream }: Pick<JobPayload<'stream:pull'>, 'connectionId' | 'stream'>,
  [before, place]: readonly [At, At],
  page: PageRead,
): Promise<Stored | null> {
  // Whoever takes it up again waits for this; the page before, which notes that the connection works, waits for nothing of this one.
  await sql`select pg_advisory_xact_lock_shared(${lockOf('ahead', connectionId)})`.execute(tenant.db);
  const { rows } = await sql`
    select from connections where ${inAccount(tenant)} and id = ${connectionId} and state = 'active' and not catches_up
      and ${isRecognised}`.execute(tenant.db);
  const { rows: there } = await sql`
    select from streams where ${inAccount(tenant)} and connection_id = ${connectionId} and stream = ${stream}
      and (cursor is not distinct from ${cursorJson(before.cursor)}::jsonb or cursor = ${cursorJson(place.cursor)}::jsonb)`.execute(
    tenant.db,
  );
  return rows.length > 0 && there.length > 0 ? storeRecords(tenant, page) : null;
}
