import type { Readable } from 'node:stream';
import { type Files, readFile } from '../../../../../platform/files.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { UnreadableTable } from '../../../../shared/imports/reading/rows.ts';
import type { ImportRow } from '../running/import-row.ts';

/** What the file of an import has. @throws UnreadableTable where it is gone */
export async function contentOf(tenant: Tenant, files: Files, { file_id }: Pick<ImportRow, 'file_id'>): Promise<Readable> {
  const file = await readFile(tenant, files, file_id ?? 0);
  if (!file) throw new UnreadableTable({ code: 'file_gone' });
  return file.content;
}
