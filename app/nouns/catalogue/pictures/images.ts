import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { addFile, type Files } from '../../../../platform/files.ts';
import { existing } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { deleteImage } from '../../../shared/files/images.ts';
import { requireRoom } from '../../../shared/files/quota.ts';
import type { ReceivedFile } from '../../../shared/files/receive-file.ts';
import { type Kind, kinds } from '../kinds.ts';
import { shownImage } from '../queries.ts';

type Item = { kind: Kind; id: number };

/** Puts an uploaded picture in place of the warehouse's or an earlier one. Returns its address. @throws Refusal 404, 413 */
export async function changeImage(tenant: Tenant, files: Files, item: Item, image: ReceivedFile): Promise<string> {
  const { sku } = await requireItem(tenant, item);
  await requireRoom(tenant, image.bytes);
  // A replacement gets another id, so that no cache shows an old one.
  const { id } = await addFile(tenant, { ...image, name: sku, uploaded: true });
  await setImage(tenant, files, item, id);
  return `images/${id}`;
}

/** Removes an uploaded picture, so that the warehouse's is shown again. Returns the address of that one. @throws Refusal 404 */
export async function removeImage(tenant: Tenant, files: Files, item: Item): Promise<string | null> {
  await requireItem(tenant, item);
  await setImage(tenant, files, item, null);
  return (await requireItem(tenant, item)).image_url;
}

/** @throws Refusal 404 when this account has no such item */
export async function requireItem(tenant: Tenant, { kind, id }: Item): Promise<{ sku: string; image_url: string | null }> {
  const { rows } = await sql<Columns<'products' | 'raw_materials', 'sku'> & { image_url: string | null }>`
    select sku, ${shownImage} as image_url from ${sql.table(kind)} where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  return existing(rows[0], missing(kind));
}

const missing = (kind: Kind) => `This ${kinds[kind].one} does not exist.`;

async function setImage(tenant: Tenant, files: Files, { kind, id }: Item, imageId: number | null): Promise<void> {
  const { rows } = await sql<
    Columns<'products' | 'raw_materials', 'sku'> & { before: Column<'products' | 'raw_materials', 'own_image_id'> }
  >`
    update ${sql.table(kind)} set own_image_id = ${imageId} where ${inAccount(tenant)} and id = ${id} returning old.own_image_id as before,
      sku`.execute(tenant.db);
  // It may have been deleted while this waited for it: then nothing of the picture stays.
  const { sku, before } = existing(rows[0], missing(kind));
  const sides = { from: { image: before }, to: { image: imageId } };
  await writeAudit(tenant, { verb: 'changed', noun: `picture of a ${kinds[kind].one}`, record: { id, name: sku }, ...sides });
  await deleteImage(tenant, files, before);
}
