import { type Actor, inTenant, type Tenant } from '../../../../../platform/tenant.ts';
import type { Engine } from '../../../../base/worker-context.ts';
import type { Cell, ImportEntity } from '../../../../shared/imports/entity.ts';
import { UnreadableTable } from '../../../../shared/imports/reading/rows.ts';
import { readRows } from '../../../../shared/imports/reading/table.ts';
import { advanceRun } from '../../../../shared/runs/commands.ts';
import { contentOf } from '../files/content.ts';
import { roomLeft } from '../files/room.ts';
import { type ImportRow, jobOf } from '../running/import-row.ts';
import { InterruptedImport, requirePhase } from '../running/phase.ts';
import { rowsOfChunk, storeChunk } from './chunks.ts';
import { type CleanRow, cleanRow, type MappedColumn } from './clean-row.ts';
import { repeatedKeys } from './repeated.ts';

/** More rows than this are no file that a person looks through. */
export const mostRows = 2_000_000;

/** Chunks that are with the database at a time. */
const judgedAtOnce = 2;

type Means = Pick<Engine, 'database' | 'files'>;

/** Reads the file of an import once, and stores its rows in chunks with what is wrong in each. Memory does not grow with the file. */
export async function checkFile({ database, files }: Means, actor: Actor, row: ImportRow, stop: AbortSignal): Promise<void> {
  const { entity, job } = jobOf(row);
  const inOrder = inPhaseOf(database, actor, row);
  const readers = await inOrder(async (tenant) => (await entity.prepare?.(tenant, job)) ?? {});
  const room = await inOrder(roomLeft);
  const content = await inTenant(database, actor, (tenant) => contentOf(tenant, files, row));
  let keptBytes = 0;
  const repeated = repeatedKeys();
  const judging = someAtOnce();
  let chunk = 0;
  try {
    for await (const rows of chunks(content, row, entity, readers)) {
      await judging.room();
      if (stop.aborted) throw new InterruptedImport();
      if (chunk * rowsOfChunk >= mostRows) throw new UnreadableTable({ code: 'too_many_rows', most: mostRows });
      const number = chunk++;
      // A key is noted once its doubts are settled: it may be taken as it is in the file.
      judging.add(
        inOrder(async (tenant) => {
          const bytes = await storeChunk(tenant, entity, job, number, rows);
          if (keptBytes + bytes > room) throw new UnreadableTable({ code: 'no_room' });
          return bytes;
        }, rows.length).then((bytes) => {
          // Not before: a transaction may run twice.
          keptBytes += bytes;
          if (!entity.rowNames) repeated.add(number, rows);
        }),
      );
    }
    await judging.done();
  } finally {
    await judging.settled();
    content.destroy();
  }
  if (!entity.rowNames) await inOrder((tenant) => repeated.mark(tenant, entity, job, room - keptBytes));
  await inOrder(async (tenant) => entity.judgeAll?.(tenant, job));
}

/**
 * Runs work in a transaction at whose end the phase is still this worker's, and counts so many rows as done. The import's row is locked
 * last: chunks overlap, and if each held it from its beginning, whoever cancels would wait for all of them. @throws InterruptedImport
 */
const inPhaseOf =
  (database: Engine['database'], actor: Actor, row: ImportRow) =>
  <T>(work: (tenant: Tenant) => Promise<T>, counted = 0): Promise<T> =>
    inTenant(database, actor, async (tenant) => {
      const result = await work(tenant);
      await requirePhase(tenant, row);
      if (counted > 0) await advanceRun(tenant, row.run_id ?? 0, { done: counted });
      return result;
    });

/** The database judges some while the next is being read: with one alone it would wait for us between its statements. */
function someAtOnce() {
  const waiting: Promise<void>[] = [];
  return {
    room: async () => (waiting.length < judgedAtOnce ? undefined : waiting.shift()),
    add(work: Promise<void>) {
      work.catch(() => undefined);
      waiting.push(work);
    },
    done: () => Promise.all(waiting),
    settled: () => Promise.allSettled(waiting),
  };
}

type Readers = Partial<Record<string, (text: string) => Cell>>;

/** The rows of a file, read and cleaned, in chunks. */
async function* chunks(content: AsyncIterable<Buffer>, row: ImportRow, entity: ImportEntity, readers: Readers): AsyncGenerator<CleanRow[]> {
  const columns = mappedColumns(entity, row).map((column) => ({ ...column, read: readers[column.name] ?? column.read }));
  const reading = { columns, format: row.format, isListing: entity.isListing ?? false };
  let waiting: CleanRow[] = [];
  for await (const rows of readRows(content, row.format)) {
    for (const each of rows) {
      const clean = cleanRow(each, reading);
      if (clean) waiting.push(clean);
      if (waiting.length < rowsOfChunk) continue;
      yield waiting;
      waiting = [];
    }
  }
  if (waiting.length > 0) yield waiting;
}

/** The columns that the file has, in the order of the entity. */
export function mappedColumns(entity: ImportEntity, { mapping }: Pick<ImportRow, 'mapping'>): MappedColumn[] {
  return entity.columns.flatMap((column) => {
    const at = mapping[column.name];
    return at === undefined ? [] : [{ ...column, at }];
  });
}
