import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Files } from '../../../platform/files.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { enqueue } from '../../base/job-queue.ts';
import { deleteImage } from './images.ts';

/*
 * Pictures that channels and the warehouse name by address. A browser asks us for them, so that their servers never learn who looks
 * at what. The first time there is none, and a worker fetches a small copy; the page hears of it by the topic `outside_pictures`.
 */

/** An account keeps so many copies, those that were shown last; at most so many wait. Each has at most 256 × 256 pixels. */
const mostKept = 2_000;
const mostDue = 500;
/** A picture may change behind its address, or its server be there again. */
const staleAfter = sql`case when refused is null then interval '30 days' else interval '1 day' end`;
const unshownDays = 90;
/** So many are deleted at a time. */
const deletedAtOnce = 500;

type Stored = Columns<'outside_pictures', 'file_id'>;

/**
 * The file of the picture behind this address, which was just asked for by a page; null while there is none. Has it fetched where that is
 * due.
 */
export async function showOutside(tenant: Tenant, address: string): Promise<number | null> {
  const digest = digestOf(address);
  const { rows } = await sql<Stored & { is_due: boolean; is_old: boolean }>`
    select file_id, fetched_at + ${staleAfter} < now() as is_due, shown_at < now() - interval '1 day' as is_old
    from outside_pictures where ${inAccount(tenant)} and digest = ${digest}`.execute(tenant.db);
  const [picture] = rows;
  if (!picture) return await note(tenant, digest, address);
  if (picture.is_due || picture.is_old)
    await sql`update outside_pictures set shown_at = now(), fetched_at = ${picture.is_due ? null : sql`fetched_at`}
      where ${inAccount(tenant)} and digest = ${digest}`.execute(tenant.db);
  if (picture.is_due) await enqueueFetching(tenant);
  return picture.file_id;
}

async function note(tenant: Tenant, digest: string, address: string): Promise<null> {
  const { numAffectedRows } = await sql`
    insert into outside_pictures (account_id, digest, address)
    select ${tenant.accountId}, ${digest}, ${address}
    where (select count(*) from outside_pictures where ${inAccount(tenant)} and fetched_at is null) < ${mostDue}
    on conflict do nothing`.execute(tenant.db);
  if (numAffectedRows === 1n) await enqueueFetching(tenant);
  return null;
}

// In one queue with the pictures of items: servers that do not reply keep one worker's place busy at most.
export const enqueueFetching = (tenant: Tenant) =>
  enqueue(tenant, 'pictures:fetch', {}, { key: `pictures:fetch:${tenant.accountId}`, queue: 'items:pictures' });

/** Deletes copies beyond the bound, and those that no page has shown for long. */
export async function deleteUnseenPictures(tenant: Tenant, files: Files, most = mostKept): Promise<void> {
  const { rows } = await sql<Stored>`
    delete from outside_pictures where ${inAccount(tenant)} and digest in (
      (select digest from outside_pictures where ${inAccount(tenant)} order by shown_at desc offset ${most} limit ${deletedAtOnce})
      union all
      (select digest from outside_pictures where ${inAccount(tenant)} and shown_at < now() - make_interval(days => ${unshownDays})
        order by shown_at desc limit ${deletedAtOnce}))
    returning file_id`.execute(tenant.db);
  for (const { file_id } of rows) await deleteImage(tenant, files, file_id);
}

export const digestOf = (address: string) => createHash('sha256').update(address).digest('base64url');
