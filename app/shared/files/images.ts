import { sql } from 'kysely';
import { deleteFile, type Files } from '../../../platform/files.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { imageTypes } from './sniff.ts';

/** The id in `images/17`, the path of a picture below `/uploads/`; null for any other path. */
export function imageIdIn(path: string): number | null {
  const [, id] = /^images\/([1-9]\d{0,14})$/.exec(path) ?? [];
  return id === undefined ? null : Number(id);
}

/** Whether this account has a picture of this id. */
export async function isImage(tenant: Tenant, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from files where ${inAccount(tenant)} and id = ${id} and content_type = any(${[...imageTypes]}::text[])`.execute(tenant.db);
  return rows.length > 0;
}

export async function deleteImage(tenant: Tenant, files: Files, id: number | null): Promise<void> {
  if (id !== null) await deleteFile(tenant, files, id);
}
