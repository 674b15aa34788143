import { Transform } from 'node:stream';
import { sql } from 'kysely';
import { refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { writeFileSize } from '../../ui/words/file-size.ts';

/** Exports of an account that wait or run; they run one after the other. */
const mostOpen = 10;
/** What the exports of an account may have before it deletes some: a dozen of a million orders. */
export const exportBytes = 5 * 1024 ** 3;

/** An export became larger than its account has room for. */
class NoRoom extends Error {}
export const isNoRoom = (error: unknown): boolean => error instanceof NoRoom;

/** Passes on so many bytes, and fails at the next: what a file has before it is finished is nobody's yet. */
export function withinRoom(room: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > room) done(new NoRoom());
      else done(null, chunk);
    },
  });
}

/** What an export of this account may have, in bytes. */
export const roomForExport = async (tenant: Tenant, most = exportBytes): Promise<number> => most - (await exportsOf(tenant)).bytes;

/**
 * Refuses an export while many of the account wait, or while those that it keeps fill their room: nobody fills the disk. @throws Refusal
 * 409, 413
 */
export async function requireRoomForExport(tenant: Tenant, most = exportBytes): Promise<void> {
  const { open, bytes } = await exportsOf(tenant);
  if (open >= mostOpen)
    throw refuse(
      409,
      'too_many_exports',
      `${mostOpen} exports of your account are being written or wait. Try again when some are finished.`,
    );
  if (bytes >= most)
    throw refuse(
      413,
      'exports_full',
      `The exports of your account have ${writeFileSize(bytes)}. Delete those that nobody needs, then export again.`,
    );
}

async function exportsOf(tenant: Tenant): Promise<{ open: number; bytes: number }> {
  const { rows } = await sql<{ open: number; bytes: number }>`
    select count(*) filter (where e.finished_at is null)::int as open, coalesce(sum(f.bytes), 0)::float as bytes
    from exports e left join files f on ${inAccount(tenant, 'f')} and f.id = e.file_id where ${inAccount(tenant, 'e')}`.execute(tenant.db);
  return rows[0] ?? { open: 0, bytes: 0 };
}
