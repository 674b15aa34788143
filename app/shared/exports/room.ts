import { sql } from 'kysely';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { writeFileSize } from '../../ui/words/file-size.ts';

/** Exports of an account that wait or run; they run one after the other. */
const mostOpen = 10;
/** What the exports of an account may have before it deletes some: a dozen of a million orders. */
export const exportBytes = 5 * 1024 ** 3;

/** Refuses an export while many of the account wait, or while those that it keeps fill their room: nobody fills the disk. @throws Refusal 409, 413 */
export async function requireRoomForExport({ accountId, db }: Tenant, most = exportBytes): Promise<void> {
  const { rows } = await sql<{ open: number; bytes: number }>`
    select count(*) filter (where e.finished_at is null)::int as open, coalesce(sum(f.bytes), 0)::float as bytes
    from exports e left join files f on f.account_id = e.account_id and f.id = e.file_id where e.account_id = ${accountId}`.execute(db);
  const { open = 0, bytes = 0 } = rows[0] ?? {};
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
