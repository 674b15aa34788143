import { sql } from 'kysely';
import type { Files } from '../../platform/files.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { deleteImage, type Image, putImage } from '../files/images.ts';
import { type Kind, kinds } from './kinds.ts';
import { shownImage } from './queries.ts';

/** Stores an uploaded picture in place of the warehouse's or an earlier one. Returns its address. @throws Refusal 404 */
export async function changeImage(
  tenant: Tenant,
  files: Files,
  item: { kind: Kind; id: number },
  image: Omit<Image, 'name'>,
): Promise<string> {
  const { sku } = await itemNamed(tenant, item);
  const imageId = await putImage(tenant, files, { ...image, name: sku });
  await setImage(tenant, files, item, imageId);
  return `images/${imageId}`;
}

/** Removes an uploaded picture, so that the warehouse's is shown again. Returns the address of that one. @throws Refusal 404 */
export async function removeImage(tenant: Tenant, files: Files, item: { kind: Kind; id: number }): Promise<string | null> {
  await itemNamed(tenant, item);
  await setImage(tenant, files, item, null);
  return (await itemNamed(tenant, item)).image_url;
}

async function itemNamed(tenant: Tenant, { kind, id }: { kind: Kind; id: number }): Promise<{ sku: string; image_url: string | null }> {
  const { rows } = await sql<{ sku: string; image_url: string | null }>`
    select sku, ${shownImage} as image_url from ${sql.table(kind)} where account_id = ${tenant.accountId} and id = ${id}`.execute(
    tenant.db,
  );
  if (!rows[0]) throw refuse(404, 'not_found', `This ${kinds[kind].one} does not exist.`);
  return rows[0];
}

async function setImage(tenant: Tenant, files: Files, { kind, id }: { kind: Kind; id: number }, imageId: number | null): Promise<void> {
  const { rows } = await sql<{ before: number | null }>`
    update ${sql.table(kind)} set own_image_id = ${imageId} where account_id = ${tenant.accountId} and id = ${id} returning old.own_image_id as before`.execute(
    tenant.db,
  );
  await deleteImage(tenant, files, rows[0]?.before ?? null);
}
