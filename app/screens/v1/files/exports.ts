import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { instant } from '../../../../platform/endpoint.ts';
import { type Files, readFile } from '../../../../platform/files.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { type NounName, nounNames } from '../../../base/nouns.ts';
import { allows, type Scope } from '../../../people/keys/scopes.ts';
import { type ExportRow, pastExport, readExports } from '../../../shared/exports/queries.ts';
import { sendDownload } from '../../../shared/files/send-file.ts';
import { found, reads, readV1 } from '../call.ts';
import { tableApi } from '../table.ts';

const exported = z.object({
  id: z.number(),
  noun: z.enum(nounNames).meta({ description: 'Of what the file has records' }),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  title: z.string().meta({ description: 'What was exported, in words' }),
  rows: z.number().meta({ description: 'Rows that are written' }),
  file_name: z.string().nullable().meta({ description: 'Null while there is no file' }),
  bytes: z.number().nullable(),
  run_id: z.number(),
  created_at: instant,
});

const downloadCall = reads('/v1/exports/:id/file', {
  summary: 'The file of an export, as text of comma-separated values. Takes the scope that reads its records as well',
  scope: 'read_exports',
  reply: z.string(),
  sends: ['text/csv'],
  example: { reply: 'number,status\nSO-1042,shipped\n' },
});

/** Files that were written. */
export function exportsApi(app: FastifyInstance, files: Files): void {
  tableApi(app, {
    ...{ path: '/v1/exports', scope: 'read_exports', table: 'exports', alias: 'x', record: exported },
    summaries: { list: 'Exports, the newest first', record: 'An export: whether its file is written' },
    filters: { noun: z.enum(nounNames).optional() },
    conditions: ({ noun }) => ({ where: [], tests: noun ? [sql`x.kind = ${noun}`] : [] }),
    read: async (tenant, ids) => (await readExports(tenant, { ids, most: ids.length })).map(exportOf),
  });
  readV1(app, downloadCall, async (tenant, { params, request, reply, session: { key } }) => {
    const row = found((await readExports(tenant, { ids: [params.id] }))[0]);
    const scope = scopeOf[row.kind];
    if (scope && !allows(key?.scopes ?? [], scope)) throw refuse(403, 'lacks_scope', `This file takes a key with the scope ${scope}.`);
    return sendDownload(found(row.file_id === null ? null : await readFile(tenant, files, row.file_id)), request, reply);
  });
}

/** What a file can have is read with the scope of its records. */
const scopeOf: Partial<Record<NounName, Scope>> = {
  ...{ orders: 'read_orders', purchase_orders: 'read_purchase_orders', products: 'read_products', raw_materials: 'read_products' },
  ...{ links: 'read_links', rules: 'read_mappings', mappable_fields: 'read_mappings' },
};

const exportOf = (row: ExportRow): z.output<typeof exported> => {
  const { sourceName, written, bytes, state, runId, createdAt } = pastExport(row);
  return {
    ...{ id: row.id, noun: row.kind, state, title: sourceName, rows: written, file_name: row.name, bytes, run_id: runId },
    created_at: createdAt,
  };
};
