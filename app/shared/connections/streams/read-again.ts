import { sql } from 'kysely';
import { z } from 'zod';
import type { Cursor } from '../../../../connectors/contract.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueueAll, type JobPayload } from '../../../base/job-queue.ts';
import type { StreamName } from '../../../base/stream-names.ts';
import { pullJob } from './wake.ts';

type Place = { cursor: Cursor | null; since: Date };

/**
 * Has a stream read once more from a moment on: of what it gave before, something is ours that was nobody's then. Whole days, so that
 * one job serves all that ask for the same. The job moves the stream, since who asks may have locked what a page of it waits for.
 */
export async function readAgainFrom(tenant: Tenant, connectionId: number, stream: StreamName, from: Date): Promise<void> {
  const day = `${from.toISOString().slice(0, 10)}T00:00:00Z`;
  const job = pullJob(tenant.accountId, connectionId, stream);
  await enqueueAll(tenant, [{ ...job, key: `${job.key}:from:${day}`, payload: { ...job.payload, from: day } }]);
}

/** Moves the stream back to where a job is to read it from. One that is to be read from before that already stays there. */
export async function moveBack(tenant: Tenant, { connectionId, stream, from }: JobPayload<'stream:pull'>): Promise<void> {
  await sql`
    update streams set cursor = (select jsonb_build_object('readFrom',
      least((cursor ->> 'readFrom')::timestamptz, ${from}::timestamptz)))
    where ${inAccount(tenant)} and connection_id = ${connectionId} and stream = ${stream} and cursor is not null`.execute(tenant.db);
}

/** The place as a connector knows it: one that was moved back begins at that moment. */
export function placeToRead<P extends Place>(place: P): P & { movedBack: boolean } {
  const moved = movedBack.safeParse(place.cursor);
  return moved.success ? { ...place, cursor: null, since: moved.data.readFrom, movedBack: true } : { ...place, movedBack: false };
}

const movedBack = z.object({ readFrom: z.coerce.date() });
