import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { instant } from '../../../../platform/endpoint.ts';
import { type Files, readFile } from '../../../../platform/files.ts';
import { refuse, refuseWith } from '../../../../platform/http/refusal.ts';
import { nounNames, nouns } from '../../../base/nouns.ts';
import { allows } from '../../../people/keys/scopes.ts';
import { type ExportRow, pastExport, readExports } from '../../../shared/exports/queries.ts';
import { type ExportChoice, withText } from '../../../shared/exports/selected/choices.ts';
import { sendDownload } from '../../../shared/files/send-file.ts';
import { found, reads, readV1 } from '../call.ts';
import { type Caller, inPlaceOfBuyer, requireBuyers, seesBuyers } from '../showing/buyers.ts';
import { scopeOfNoun } from '../showing/scope-of-noun.ts';
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
  summary:
    'The file of an export, as text of comma-separated values. Takes the scope that reads its records as well, and of orders `read_buyers`',
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
    read: async (tenant, ids, caller) => (await readExports(tenant, { ids, most: ids.length })).map((row) => exportOf(row, caller)),
  });
  readV1(app, downloadCall, async (tenant, { params, request, reply, session }) => {
    const row = found((await readExports(tenant, { ids: [params.id] }))[0]);
    const scope = scopeOfNoun[row.kind];
    if (!scope) throw refuse(403, 'not_allowed', `A file of ${nouns[row.kind].many} is for people alone.`);
    if (!allows(session.key?.scopes ?? [], scope))
      throw refuseWith({ scope }, 403, 'lacks_scope', `This file takes a key with the scope ${scope}.`);
    if (row.kind === 'orders') requireBuyers(session, 'A file of orders');
    return sendDownload(found(row.file_id === null ? null : await readFile(tenant, files, row.file_id)), request, reply);
  });
}

/** Orders are found by who bought them: what somebody looked for is no less. */
const describedFor = (caller: Caller, { kind, described }: ExportRow): unknown =>
  kind === 'orders' && described && !seesBuyers(caller) ? withText(described as ExportChoice, inPlaceOfBuyer) : described;

const exportOf = (row: ExportRow, caller: Caller): z.output<typeof exported> => {
  const { sourceName, written, bytes, state, runId, createdAt } = pastExport({ ...row, described: describedFor(caller, row) });
  return {
    ...{ id: row.id, noun: row.kind, state, title: sourceName, rows: written, file_name: row.name, bytes, run_id: runId },
    created_at: createdAt,
  };
};
