import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { invalid } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type StartedExport, startExport } from '../../../shared/exports/start-export.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import type { ItemFilter } from '../bulk/contract.ts';
import { type Kind, kinds } from '../kinds.ts';
import type { FilterKind } from './contract.ts';
import type { ItemsFilter } from './item-file.ts';

type Narrowed = { filter: ItemsFilter; described: string } | null;

/** Starts an export of items, or joins the running one of the same. */
export async function startItemsExport(tenant: Tenant, kind: Kind, narrowed: Narrowed): Promise<StartedExport> {
  const selection = narrowed && createHash('sha256').update(JSON.stringify(narrowed.filter)).digest('base64url');
  const details = { filter: narrowed?.filter, described: narrowed?.described ?? null };
  return startExport(tenant, { kind, choice: { selection }, begin: () => details });
}

/** The filter of the specification's call, in an order of its own, so that the same choice is the same export. @throws Invalid */
export async function narrowedBy(tenant: Tenant, kind: Kind, by: FilterKind, given: readonly (string | number)[]): Promise<Narrowed> {
  const values = [...new Set(given.map(String))].sort();
  if (by !== 'warehouse_locations' && values.some((value) => !/^[1-9]\d{0,15}$/.test(value)))
    throw invalid({ filterArray: ['Must be ids'] });
  return { filter: { by, values }, described: (await describe(tenant, kind, by, values)).slice(0, 200) };
}

async function describe(tenant: Tenant, kind: Kind, by: FilterKind, values: string[]): Promise<string> {
  if (by === 'entities') return countedWords(values.length, kinds[kind].one, kinds[kind].many);
  if (by === 'warehouse_locations') return values.join(', ');
  const { rows } = await sql<Columns<'categories', 'name'>>`
    select name from categories where ${inAccount(tenant)} and kind = ${kind} and id = any(${values}::bigint[])
    order by lower(name)`.execute(tenant.db);
  return rows.map(({ name }) => name).join(', ') || 'no category';
}

/** What a list was narrowed to. */
export async function narrowedToList(tenant: Tenant, filter: ItemFilter): Promise<Narrowed> {
  const described = await describeItems(tenant, filter);
  if (described === '') return null;
  return { filter: { by: 'list', filter, userId: filter.assigned ? tenant.userId : null }, described };
}

/** The filters that are set, in words; empty without any. */
async function describeItems(tenant: Tenant, filter: ItemFilter): Promise<string> {
  const { search, category, location, stock, linked, warehouse, assigned } = filter;
  const { rows } = await sql<Columns<'categories', 'name'>>`
    select name from categories where ${inAccount(tenant)} and id = ${typeof category === 'number' ? category : 0}`.execute(tenant.db);
  const parts = [
    search && `“${search}”`,
    category && (rows[0]?.name ?? 'no category'),
    location && `in ${location}`,
    stock && { low: 'low stock', out: 'out of stock' }[stock],
    linked && { yes: 'linked', no: 'not linked' }[linked],
    warehouse && { gone: 'no longer named by the warehouse', unknown: 'not known to the warehouse' }[warehouse],
    assigned && 'assigned to you',
  ];
  return parts.filter(Boolean).join(', ').slice(0, 200);
}

/** What `source` of the products' export means: a channel by its slug, or `location:…`; all without it. @throws Invalid */
export async function narrowedToSource(tenant: Tenant, source: string | undefined): Promise<Narrowed> {
  if (!source) return null;
  const [, location] = /^location:(.+)$/s.exec(source) ?? [];
  if (location !== undefined) return { filter: { by: 'warehouse_locations', values: [location] }, described: location };
  const { rows } = await sql<Columns<'connections', 'id' | 'name'>>`
    select id, name from connections where ${inAccount(tenant)} and slug = ${source}`.execute(tenant.db);
  if (!rows[0]) throw invalid({ source: ['Is no source of this account'] });
  return { filter: { by: 'source', values: [String(rows[0].id)] }, described: rows[0].name };
}
