import { sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import { inPieces } from '../../../../../platform/pieces.ts';
import { sentenceSql } from '../../../../../platform/sentence-sql.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { errorRow } from '../../../../shared/files/quota.ts';
import type { ImportEntity, ImportJob } from '../../../../shared/imports/entity.ts';
import { expectations } from '../../../../shared/imports/expectations.ts';
import { problems } from '../../../../shared/imports/problems.ts';
import { UnreadableTable } from '../../../../shared/imports/reading/rows.ts';
import type { CleanRow } from './clean-row.ts';
import { keyBook } from './key-book.ts';

/** A row whose key is in another row too. Keys that differ by case are refused where there is no such record yet, or one has both. */
type Repeated = { number: number; other: number; same: boolean };

export type RepeatedKeys = {
  /** Notes the keys of the rows of a chunk. */
  add: (chunk: number, rows: readonly CleanRow[]) => void;
  /**
   * After the last row: marks all rows of a repeated key as wrong, the first as well, because nobody knows which one is meant. `room`: so
   * many bytes may be added. @throws UnreadableTable
   */
  mark: (tenant: Tenant, entity: ImportEntity, job: ImportJob, room: number) => Promise<void>;
};

export function repeatedKeys(): RepeatedKeys {
  const book = keyBook();
  const repeated = new Map<number, Repeated>();
  const firstOfChunk: number[] = [];
  const chunkOf = (number: number) => firstOfChunk.findLastIndex((first) => first <= number);
  return {
    add(chunk, rows) {
      firstOfChunk[chunk] = rows[0]?.number ?? 0;
      for (const { number, cells } of rows) {
        const earlier = cells[0] ? book.add(cells[0], number) : null;
        if (!earlier) continue;
        const { row, same } = earlier;
        repeated.set(number, { number, other: row, same });
        if (!repeated.get(row)?.same) repeated.set(row, { number: row, other: number, same });
      }
    },
    async mark(tenant, entity, job, room) {
      // Those of a chunk together: a row and the one that it repeats may be a file apart.
      const all = [...repeated.values()].sort((a, b) => a.number - b.number);
      if (all.length * errorRow > room) throw new UnreadableTable({ code: 'no_room' });
      for (const rows of inPieces(all, atOnce)) {
        const [first = 0, last = 0] = [rows.at(0), rows.at(-1)].map((row) => chunkOf(row?.number ?? 0));
        await markWrong(tenant, entity, job, { rows, first, last });
      }
    },
  };
}

const atOnce = 10_000;

/** Some of them, and in which chunks they are. */
type Some = { rows: Repeated[]; first: number; last: number };

async function markWrong(tenant: Tenant, entity: ImportEntity, { importId }: ImportJob, { rows, first, last }: Some): Promise<void> {
  const [key] = entity.columns;
  const title = sql`${key.title}::text`;
  await sql`
    with repeated as (select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (number int, other int, same boolean)),
    chunks as (
      select p.chunk, u.* from import_chunks p, unnest(p.numbers, string_to_array(p.codes, null), p.cells[1:1]) as u (number,
        code, key)
      where ${inAccount(tenant, 'p')} and p.import_id = ${importId} and p.chunk between ${first} and ${last}
    ),
    judged as (
      select chunks.*, r.other, r.same, r.number is not null
        and (r.same or chunks.code = 'c' or ${sql.lit(entity.foldsCase ?? false)}) as is_repeated
      from chunks left join repeated r using (number)
    ),
    marked as (
      update import_chunks p set codes = j.codes, error_bytes = p.error_bytes + j.bytes
      from (select chunk, string_agg(case when is_repeated then 'w' else code end, '' order by number) as codes,
        sum(${sql.lit(errorRow)} + octet_length(key)) filter (where is_repeated) as bytes from judged
        group by chunk having bool_or(is_repeated)) as j
      where ${inAccount(tenant, 'p')} and p.import_id = ${importId} and p.chunk between ${first} and ${last} and p.chunk = j.chunk
    )
    insert into import_errors (account_id, import_id, number, position, column_name, value, problem, expected)
    select ${tenant.accountId}, ${importId}, number,
      1 + coalesce((select max(position) from import_errors e where ${inAccount(tenant, 'e')} and e.import_id = ${importId}
        and e.number = judged.number), 0),
      ${key.name}, key, case when same then ${sentenceSql(problems, 'repeated', { title, row: sql`other` })}
        else ${sentenceSql(problems, 'repeated_by_case', { row: sql`other` })} end, ${sentenceSql(expectations, 'one_row', { title })}
    from judged where is_repeated returning 1`.execute(tenant.db);
}
