import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Files } from '../../../../platform/files.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { deleteImage } from '../../../shared/files/images.ts';
import { type Kind, kinds } from '../kinds.ts';

const most = 1_000;

/**
 * Deletes the pictures of items whose deletion can no longer be undone, some at a time. One that was undone says nothing of its picture:
 * the item may have been deleted again since.
 */
export async function deletePicturesOfDeleted(tenant: Tenant, files: Files): Promise<void> {
  for (const kind of Object.keys(kinds) as Kind[]) {
    const { rows } = await sql<Columns<'files', 'id'>>`
      select f.id from runs r join changes c on ${inAccount(tenant, 'c')} and c.group_id = r.change_group_id
      join files f on ${inAccount(tenant, 'f')} and f.id = (c.was ->> 'own_image_id')::bigint
      where ${inAccount(tenant, 'r')} and r.entity = ${kind} and r.action = 'delete' and r.started_at < now() - interval '30 days'
        and not exists (select from changes u where ${inAccount(tenant, 'u')} and u.undoes = c.id)
        and not exists (select from ${sql.table(kind)} i where ${inAccount(tenant, 'i')} and i.id = c.record_id)
      limit ${most}`.execute(tenant.db);
    for (const { id } of rows) await deleteImage(tenant, files, id);
  }
}
