import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { instant } from '../../../../platform/endpoint.ts';
import { nounNames } from '../../../base/nouns.ts';
import { importStates } from '../../../shared/imports/contract.ts';
import { listImports } from '../../import-export/imports/queries.ts';
import type { ShownImport } from '../../import-export/imports/shown-import.ts';
import { tableApi } from '../table.ts';

const imported = z.object({
  id: z.number(),
  noun: z.enum(nounNames).meta({ description: 'Of what the file has records' }),
  state: z.enum(importStates),
  file_name: z.string(),
  created: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  wrong: z.number().meta({ description: 'Rows that are left out, because something in them is wrong' }),
  applied: z.number(),
  problem: z.string().nullable().meta({ description: 'Why it ended, in a sentence' }),
  causes: z.array(z.object({ column: z.string(), problem: z.string(), rows: z.number() })),
  run_id: z.number().nullable(),
  requested_by: z.string().nullable(),
  created_at: instant,
  applied_at: instant.nullable(),
  undone_at: instant.nullable(),
});

/** Files that were imported. Their rows are no part of it: they can have anything. */
export function importsApi(app: FastifyInstance): void {
  tableApi(app, {
    ...{ path: '/v1/imports', scope: 'read_imports', table: 'imports', alias: 'i', record: imported },
    summaries: { list: 'Imports of files', record: 'An import: how many rows it changed, and what is wrong with others' },
    filters: { state: z.enum(importStates).optional(), noun: z.enum(nounNames).optional() },
    conditions: ({ state, noun }) => ({
      where: [],
      tests: [...(state ? [sql`i.state = ${state}`] : []), ...(noun ? [sql`i.entity = ${noun}`] : [])],
    }),
    read: async (tenant, ids) => (await listImports(tenant, { ids }, ids.length)).map(importOf),
  });
}

const importOf = (each: ShownImport): z.output<typeof imported> => ({
  ...{ id: each.id, noun: each.entity.name, state: each.state as z.output<typeof imported>['state'], file_name: each.file_name },
  ...{ created: each.created, changed: each.changed, unchanged: each.unchanged, wrong: each.wrong, applied: each.applied },
  ...{ problem: each.problem, run_id: each.run_id, requested_by: each.requested_by },
  causes: each.causes.map(({ column, problem, rows }) => ({ column, problem, rows })),
  ...{ created_at: each.created_at, applied_at: each.applied_at, undone_at: each.undone_at },
});
