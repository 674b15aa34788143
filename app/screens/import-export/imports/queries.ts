import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { codeOf } from '../../../../platform/sentences.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { wordImport } from '../../../base/import-outcomes.ts';
import type { ImportCause, LastImport } from '../../../shared/imports/contract.ts';
import type { ImportEntity } from '../../../shared/imports/entity.ts';
import { wordExpected } from '../../../shared/imports/expectations.ts';
import { wordProblem } from '../../../shared/imports/problems.ts';
import { encodingLabels } from '../../../shared/imports/reading/encodings/list.ts';
import type { TableFormat } from '../../../shared/imports/reading/table.ts';
import type { Run } from '../../../shared/runs/contract.ts';
import { listRuns } from '../../../shared/runs/queries.ts';
import type { KeptCause } from './causes/count.ts';
import type { Creatable } from './causes/too-many-new.ts';
import { entityNamed, wordsOf } from './entities.ts';
import { errorHeader } from './files/error-column.ts';
import type { ImportListRow, ShownImport } from './shown-import.ts';

/** An import with its run; undefined when this account has none of this id. */
export async function getImport(tenant: Tenant, id: number): Promise<ShownImport | undefined> {
  return (await listImports(tenant, { ids: [id] }))[0];
}

/** The newest imports. */
export async function listImports(
  tenant: Tenant,
  { ids = null, entity = null }: { ids?: number[] | null; entity?: string | null },
  most = 20,
): Promise<ShownImport[]> {
  const { rows } = await sql<ImportListRow>`
    select i.id, i.entity, i.state, i.file_name, i.format, i.mapping, i.create_categories, i.created, i.changed, i.unchanged, i.wrong,
      i.applied, i.kept, i.problem, i.causes, i.also_creates,
      (select json_build_object('id', e.id, 'file_name', e.file_name) from imports e where ${inAccount(tenant, 'e')}
        and e.id = i.continues_id) as continues,
      (select json_build_object('id', l.id, 'file_name', l.file_name) from imports l where ${inAccount(tenant, 'l')}
        and l.continues_id = i.id and l.state <> 'cancelled' order by l.id desc limit 1) as continued_by,
      i.created_at, i.applied_at, i.undone_at, i.run_id, i.listing_report_by, i.discarded_at, u.name as requested_by,
      case when c.id is not null then json_build_object('slug', c.slug, 'name', c.name) end as connection
    from imports i left join users u on u.id = i.requested_by
    left join connections c on ${inAccount(tenant, 'c')} and c.id = i.connection_id
    where ${inAccount(tenant, 'i')} and (${ids}::bigint[] is null or i.id = any(${ids})) and (${entity}::text is null
      or i.entity = ${entity})
    order by i.id desc limit ${most}`.execute(tenant.db);
  const runIds = rows.flatMap(({ run_id }) => run_id ?? []);
  const runs = runIds.length > 0 ? await listRuns(tenant, { ids: runIds }) : [];
  const creatable = await creatableBy(tenant, rows);
  return rows.map((row) => shownImport(row, runs.find((run) => run.id === row.run_id) ?? null, creatable.get(row.entity) ?? null));
}

/** What imports of these records may create besides them, and how many more. */
async function creatableBy(tenant: Tenant, rows: readonly Pick<ImportListRow, 'entity'>[]): Promise<Map<string, Creatable>> {
  const found = new Map<string, Creatable>();
  for (const name of new Set(rows.map(({ entity }) => entity))) {
    const { missing } = entityNamed(name);
    if (missing) found.set(name, { ...missing.noun, most: missing.most, room: await missing.room(tenant) });
  }
  return found;
}

function shownImport(
  { format, entity: name, problem, causes, ...row }: ImportListRow,
  run: Run | null,
  creates: Creatable | null,
): ShownImport {
  const entity = entityNamed(name);
  const { columns, notRead = [], missing } = entity;
  const read = new Set(Object.values(row.mapping));
  return {
    ...row,
    problem: problem === null ? null : wordImport(problem),
    entity: { name, number: entity.number, ...wordsOf(entity) },
    readings: format.readings ?? [],
    encoding: format.encoding,
    isUnsure: format.isUnsure ?? false,
    read: `${delimiterWords[format.delimiter]}, ${encodingLabels[format.encoding]}`,
    columns: columns.map((column, place) => ({
      name: column.name,
      title: column.title,
      at: row.mapping[column.name] ?? null,
      isKey: place === 0,
    })),
    headers: format.headers,
    examples: format.examples,
    causes: withCures(causes, row.create_categories ? undefined : missing, creates?.room ?? 0),
    ignored: format.headers.filter((header, at) => header.trim() !== '' && !read.has(at) && ![...notRead, errorHeader].includes(header)),
    creates,
    run,
  };
}

/** What one choice mends comes first: that is the least work. More than there is room for is no choice. */
function withCures(causes: KeptCause[], missing: ImportEntity['missing'], room: number): ImportCause[] {
  const isCured = ({ column, problem, values }: KeptCause) =>
    missing?.column === column && missing.problem === codeOf(problem) && values <= room;
  const all = causes.map((each) => ({
    ...each,
    problem: wordProblem(each.problem),
    expected: each.expected === null ? null : wordExpected(each.expected),
    cure: isCured(each) ? ('createCategories' as const) : null,
  }));
  return [...all.filter(({ cure }) => cure), ...all.filter(({ cure }) => !cure)];
}

const delimiterWords: Record<TableFormat['delimiter'], string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };

/** The summary of the last import that was applied; null before the first. */
export async function lastImportOf(
  tenant: Tenant,
  { name }: Pick<ImportEntity, 'name'>,
  connectionId: number | null = null,
): Promise<LastImport | null> {
  const { rows } = await sql<LastImport>`
    select applied_at as date_time, applied as import_success, wrong as import_fail, unchanged as import_skipped,
      undone_at is not null as undone
    from imports where ${inAccount(tenant)} and entity = ${name} and connection_id is not distinct from ${connectionId}::bigint
      and applied_at is not null order by applied_at desc limit 1`.execute(tenant.db);
  return rows[0] ?? null;
}
