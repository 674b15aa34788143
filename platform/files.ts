import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Column, Columns } from './columns.ts';
import type { Environment } from './env.ts';
import { openBucket } from './files/bucket.ts';
import { openFolder } from './files/folder.ts';
import type { Store } from './files/store.ts';
import { inAccount } from './in-account.ts';
import type { Tenant } from './tenant.ts';

/** The store of file contents. Names and owners are in the table `files`. */
export type Files = { store: Store };
export type StoredFile = Columns<'files', 'id' | 'name' | 'bytes'> & { contentType: Column<'files', 'content_type'> };
/** Where bytes were put, and how many. */
export type StoredBytes = Columns<'files', 'key' | 'bytes'>;

/** `uploaded`: by a person, so that it counts towards the account's quota. */
type NewFile = Omit<StoredFile, 'id'> & StoredBytes & { uploaded?: boolean };

/** Opens the folder, or the bucket when one is configured. */
export function openFiles({ filesDir, filesS3 }: Pick<Environment, 'filesDir'> & Partial<Pick<Environment, 'filesS3'>>): Files {
  return { store: filesS3 ? openBucket(filesS3) : openFolder(filesDir) };
}

/** Stores a stream under a new key of this account. It has no row yet: `addFile` adds it, or else strays.ts finds it. */
export async function storeBytes({ store }: Files, accountId: number, content: Readable): Promise<StoredBytes> {
  const key = `${accountId}/${randomUUID()}`;
  return { key, bytes: await store.put(key, content) };
}

/** Adds the row of bytes that are stored. */
export async function addFile(tenant: Tenant, { key, uploaded = false, ...file }: NewFile): Promise<StoredFile> {
  const { rows } = await sql<Columns<'files', 'id'>>`
    insert into files (account_id, key, name, content_type, bytes, user_id, uploaded)
    values (${tenant.accountId}, ${key}, ${file.name}, ${file.contentType}, ${file.bytes}, ${tenant.userId},
      ${uploaded}) returning id`.execute(tenant.db);
  const [row] = rows;
  if (!row) throw new Error('The file was not stored.');
  return { ...file, id: row.id };
}

/** A file of this account with its bytes as a stream; null when there is none, or the disk lost it. */
export async function readFile(tenant: Tenant, { store }: Files, id: number): Promise<(StoredFile & { content: Readable }) | null> {
  const { rows } = await sql<StoredFile & Columns<'files', 'key'>>`
    select id, key, name, content_type as "contentType", bytes from files where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  const [row] = rows;
  if (!row) return null;
  const { key, ...file } = row;
  const content = await store.read(key);
  return content && { ...file, content };
}

/** Deletes a file's row if there is one, and its bytes once that is committed: strays.ts deletes what cannot be deleted then. */
export async function deleteFile(tenant: Tenant, { store }: Files, id: number): Promise<void> {
  const { rows } = await sql<Columns<'files', 'key'>>`
    delete from files where ${inAccount(tenant)} and id = ${id} returning key`.execute(tenant.db);
  for (const { key } of rows) tenant.afterCommit.push(() => store.delete(key));
}
