import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal, text } from '../../../platform/endpoint.ts';
import { encodings } from './reading/encodings/list.ts';

const refusedFile = messageReply.extend({ alertType: z.literal('danger') });
const count = z.number();

/** The summary of the specification, and whether it was taken back. */
const lastImport = z.object({ date_time: instant, import_success: count, import_fail: count, import_skipped: count, undone: z.boolean() });
export type LastImport = z.output<typeof lastImport>;

/** What the dialog knows of the kind of record that it imports. */
export type ImportedEntity = {
  number: number;
  title: string;
  /** The slug of the connection, of records that belong to one. */
  connector?: string | undefined;
  /** Undefined where it is to be read first. */
  last?: LastImport | null | undefined;
};

export const importStates = ['mapping', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'failed', 'cancelled'] as const;
export type ImportState = (typeof importStates)[number];

/** In which a file is read. Where it is not given it is found, and a person asked where that is doubtful. */
export const encoding = z.enum(encodings);

/** How a file of no Unicode can be read, the likeliest first: lines of it in each encoding. */
export const readings = z.array(z.object({ encoding, lines: z.array(z.string()) }));

const uploaded = messageReply.extend({
  alertType: z.enum(['success', 'info', 'warning']),
  importId: count,
  state: z.enum(importStates),
  import_success: count,
  import_fail: count,
  import_skipped: count,
  /** Where the import waits for one of them to be chosen. */
  readings: readings.optional(),
});

/** The slug of the connection, of records that belong to one. */
const connector = text(100).optional();
const ofEntity = z.object({ entity_id: z.coerce.number().int(), connector });

export const uploadCsvCall = endpoint('POST /api/upload-csv/:entityId', {
  may: 'work',
  summary: 'Import a CSV file: check it, then apply its good rows; with preview=1 only check it. 211: no CSV file, 212: no table',
  params: z.object({ entityId: z.coerce.number().int() }),
  /** `continues`: the import whose wrong rows this file has, mended. */
  query: z.object({ preview: z.literal('1').optional(), connector, continues: id.optional(), encoding: encoding.optional() }),
  form: 'file',
  // The form around the file needs some room too.
  bodyLimit: 200 * 1024 * 1024 + 65_536,
  example: { query: { preview: '1', encoding: 'windows-1250' }, file: 'sku,name\nMUG-GREEN,Green mug\n' },
  replies: { 200: uploaded, 211: refusedFile, 212: refusedFile, 400: refusal, 404: refusal, 413: refusal, 500: refusal },
});

export const lastUploadCall = endpoint('GET /api/upload-csv/get-last-upload', {
  may: 'work',
  summary: 'When a file was last imported, and how many of its rows were applied, wrong and unchanged; 204 when none was',
  query: ofEntity,
  replies: { 200: lastImport, 204: z.null(), 404: refusal },
});

export const sampleCsvCall = endpoint('GET /api/upload-csv/sample/:entityId', {
  may: 'work',
  summary: 'A CSV file with every column that can be imported, and one row',
  params: z.object({ entityId: z.coerce.number().int() }),
  example: { reply: 'sku,name\nMUG-BLUE,Blue mug\n' },
  replies: { 200: z.string(), 404: refusal },
  sends: ['text/csv'],
});

/** By the columns that can be imported: the position of the file's column. Columns that are left out stay as they are. */
const columns = z.record(z.string().max(100), z.number().int().min(0).max(10_000));

/** The run of the phase that the import was shown in, null before its first; where it is in another by now, nothing is done. */
const shownRun = id.nullable().optional();

export const changeColumnsCall = endpoint('PUT /api/imports/:id/columns', {
  may: 'work',
  summary: 'Choose which columns of the file are read, and check it again',
  body: z.object({ columns, createCategories: z.boolean().default(false), run_id: shownRun }),
  example: { body: { columns: { sku: 0, name: 1 }, createCategories: true } },
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

export const changeEncodingCall = endpoint('PUT /api/imports/:id/encoding', {
  may: 'work',
  summary: 'Choose in which encoding the file is read, and check it again',
  body: z.object({ encoding, run_id: shownRun }),
  example: { body: { encoding: 'windows-1250' } },
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

const whatWasShown = z.object({ run_id: shownRun }).nullish();

const acting = (path: `/api/imports/:id/${string}`, summary: string) =>
  endpoint(`POST ${path}`, {
    may: 'work',
    summary,
    params: z.object({ id }),
    body: whatWasShown,
    replies: { 200: messageReply, 404: refusal, 409: refusal },
  });

export const applyImportCall = acting('/api/imports/:id/apply', 'Apply the good rows of an import that was checked, in one transaction');
export const cancelImportCall = acting('/api/imports/:id/cancel', 'Give up an import that is not applied yet');
export const undoImportCall = acting('/api/imports/:id/undo', 'Take back what an import changed, as a run');

export const importAtWarehouseCall = endpoint('POST /api/imports/:id/at-warehouse', {
  may: 'work',
  unaudited: 'nothing is kept: the links are tried and taken back in one transaction',
  summary:
    'What becomes of orders that went to the warehouse if an import of links that was checked is applied, or one that was applied is undone',
  replies: { 200: z.object({ at_warehouse: z.string().nullable() }), 404: refusal },
});

/** c would create, u would change, s stays as it is, w is wrong. */
export const rowCodes = ['c', 'u', 's', 'w'] as const;
export type RowCode = (typeof rowCodes)[number];

/** Names what is wrong in a column, whatever rows it is in: the errors of a cause are shown and mended together. */
const cause = z
  .number()
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);

const importCause = z.object({
  cause,
  column: z.string(),
  /** With … for numbers that differ from row to row. */
  problem: z.string(),
  /** What would be right; null where that differs from row to row. */
  expected: z.string().nullable(),
  rows: count,
  /** Different values, whatever their case, and the first of them, the most frequent before others. */
  values: count,
  examples: z.array(z.string()),
  /** What mends all of its rows: to choose columns again, with this set. */
  cure: z.literal('createCategories').nullable(),
});
export type ImportCause = z.output<typeof importCause>;

export const listCausesCall = endpoint('GET /api/imports/:id/causes', {
  may: 'work',
  summary: 'What is wrong in the rows of an import, by its cause: those that one choice mends first, then the most frequent',
  replies: { 200: z.object({ data: z.array(importCause) }), 404: refusal },
});

const ofCause = z.coerce.number().pipe(cause).optional();

/** Rows of an import that are shown together. */
export const rowsOfPage = 50;

const importedRow = z.object({
  number: count,
  /** The key's value. */
  key: z.string(),
  /** What the file says, by column; `from` is what the record has, where that differs. */
  cells: z.array(z.object({ column: z.string(), value: z.string(), from: z.string().nullable() })),
  errors: z.array(z.object({ column: z.string(), value: z.string(), problem: z.string(), expected: z.string() })),
});
export type ImportedRow = z.output<typeof importedRow>;

export const listRowsCall = endpoint('GET /api/imports/:id/rows', {
  may: 'work',
  summary:
    'The rows of an import that create, change, leave alone, or are wrong with all that is wrong in them; with a cause, the wrong rows and errors of that',
  query: z.object({ code: z.enum(rowCodes).default('w'), cause: ofCause, page: z.coerce.number().int().min(1).max(100_000).default(1) }),
  example: { query: { code: 'w' } },
  replies: { 200: z.object({ data: z.array(importedRow), total: count }), 404: refusal },
});

export const wrongRowsCall = endpoint('GET /api/imports/:id/wrong-rows', {
  may: 'work',
  summary: 'The wrong rows as a CSV file with a column that says what is wrong: mend them, and import that file',
  query: z.object({ cause: ofCause }),
  example: { reply: 'sku,name,weight,What is wrong\nMUG-BLUE,Blue mug,heavy,weight is not a number\n' },
  replies: { 200: z.string(), 404: refusal },
  sends: ['text/csv'],
});
