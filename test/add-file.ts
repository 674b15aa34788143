import { Readable } from 'node:stream';
import { addFile, type Files, type StoredFile, storeBytes } from '../platform/files.ts';
import type { Tenant } from '../platform/tenant.ts';

/** A file of the account with this text. */
export async function addTextFile(tenant: Tenant, files: Files, name: string, text: string): Promise<StoredFile> {
  const stored = await storeBytes(files, tenant.accountId, Readable.from([Buffer.from(text)]));
  return addFile(tenant, { ...stored, name, contentType: 'text/csv' });
}
