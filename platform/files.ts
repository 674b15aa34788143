import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { sql } from 'kysely';
import type { Environment } from './env.ts';
import type { Tenant } from './tenant.ts';

/** Where the bytes are. What they are, and whose, is in the table `files`. */
export type Files = { disk: Disk };
export type StoredFile = { id: number; name: string; contentType: string; bytes: number };

export function openFiles(env: Pick<Environment, 'filesDir'>): Files {
  return { disk: new Disk(new FSDriver({ location: resolve(env.filesDir), visibility: 'private' })) };
}

/** Stores a stream under a key of this account, then its row. When the transaction fails, the bytes stay without a row. */
export async function putFile(
  tenant: Tenant,
  { disk }: Files,
  file: { name: string; contentType: string; content: Readable },
): Promise<StoredFile> {
  const key = `${tenant.accountId}/${randomUUID()}`;
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await Promise.all([pipeline(file.content, counted), disk.putStream(key, counted)]);
  } catch (error) {
    await disk.delete(key);
    throw error;
  }
  const { rows } = await sql<{ id: number }>`
    insert into files (account_id, key, name, content_type, bytes, user_id)
    values (${tenant.accountId}, ${key}, ${file.name}, ${file.contentType}, ${bytes}, ${tenant.userId}) returning id`.execute(tenant.db);
  const [row] = rows;
  if (!row) throw new Error('The file was not stored.');
  return { id: row.id, name: file.name, contentType: file.contentType, bytes };
}

/** A file of this account with its bytes as a stream; null when there is none, or the disk lost it. */
export async function readFile(tenant: Tenant, { disk }: Files, id: number): Promise<(StoredFile & { content: Readable }) | null> {
  const { rows } = await sql<StoredFile & { key: string }>`
    select id, key, name, content_type as "contentType", bytes from files where account_id = ${tenant.accountId} and id = ${id}`.execute(
    tenant.db,
  );
  const [row] = rows;
  if (!row) return null;
  const { key, ...file } = row;
  if (!(await disk.exists(key))) return null;
  return { ...file, content: await disk.getStream(key) };
}

/** Deletes a file's row, then its bytes; answers whether there was one. */
export async function deleteFile(tenant: Tenant, { disk }: Files, id: number): Promise<boolean> {
  const { rows } = await sql<{ key: string }>`
    delete from files where account_id = ${tenant.accountId} and id = ${id} returning key`.execute(tenant.db);
  const [row] = rows;
  if (row) await disk.delete(row.key);
  return row !== undefined;
}
