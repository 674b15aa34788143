import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { invalid } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type ChoicePart, narrowedBy as choiceOf, type ExportChoice } from '../../../shared/exports/selected/choices.ts';
import { choiceOfTag } from '../../../shared/exports/selected/tag-choice.ts';
import { type StartedExport, startExport } from '../../../shared/exports/start-export.ts';
import type { ItemFilter } from '../bulk/contract.ts';
import { type Kind, kinds } from '../kinds.ts';
import type { FilterKind } from './contract.ts';
import type { ItemsFilter } from './item-file.ts';

type Narrowed = { filter: ItemsFilter; described: ExportChoice | null } | null;

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
  return { filter: { by, values }, described: await chosen(tenant, kind, by, values) };
}

async function chosen(tenant: Tenant, kind: Kind, by: FilterKind, values: string[]): Promise<ExportChoice | null> {
  if (by === 'entities') return { code: 'records', count: values.length, one: kinds[kind].one, many: kinds[kind].many };
  if (by === 'warehouse_locations') return choiceOf(values.map((name) => ({ code: 'name', name })));
  const { rows } = await sql<Columns<'categories', 'name'>>`
    select name from categories where ${inAccount(tenant)} and kind = ${kind} and id = any(${values}::bigint[])
    order by lower(name)`.execute(tenant.db);
  return choiceOf(rows.length > 0 ? rows.map(({ name }) => ({ code: 'name', name })) : [{ code: 'no_category' }]);
}

/** What a list was narrowed to. */
export async function narrowedToList(tenant: Tenant, filter: ItemFilter): Promise<Narrowed> {
  const described = await choiceOfItems(tenant, filter);
  if (described === null) return null;
  return { filter: { by: 'list', filter, userId: filter.assigned ? tenant.userId : null }, described };
}

/** The filters that are set; null without any. */
async function choiceOfItems(tenant: Tenant, filter: ItemFilter): Promise<ExportChoice | null> {
  const { search, category, location, stock, linked, warehouse, assigned, tag } = filter;
  const { rows } = await sql<Columns<'categories', 'name'>>`
    select name from categories where ${inAccount(tenant)} and id = ${typeof category === 'number' ? category : 0}`.execute(tenant.db);
  const named: ChoicePart = rows[0] ? { code: 'name', name: rows[0].name } : { code: 'no_category' };
  const parts: (ChoicePart | '' | 0 | false | undefined)[] = [
    search && { code: 'text', text: search },
    category && named,
    location && { code: 'location', location },
    stock && { code: stock === 'low' ? 'low_stock' : 'out_of_stock' },
    linked && { code: linked === 'yes' ? 'linked' : 'not_linked' },
    warehouse && { code: warehouse === 'gone' ? 'gone' : 'not_known' },
    assigned && { code: 'assigned' },
    ...(await choiceOfTag(tenant, tag)),
  ];
  return choiceOf(parts.flatMap((part) => part || []));
}

/**
 * What `source` of the products' export means: a channel by its slug, of several the connected one, or `location:…`; all without it.
 * @throws Invalid
 */
export async function narrowedToSource(tenant: Tenant, source: string | undefined): Promise<Narrowed> {
  if (!source) return null;
  const [, location] = /^location:(.+)$/s.exec(source) ?? [];
  if (location !== undefined)
    return { filter: { by: 'warehouse_locations', values: [location] }, described: choiceOf([{ code: 'name', name: location }]) };
  const { rows } = await sql<Columns<'connections', 'id' | 'name'>>`
    select id, name from connections where ${inAccount(tenant)} and slug = ${source}
    order by disconnected_at nulls first, id desc limit 1`.execute(tenant.db);
  if (!rows[0]) throw invalid({ source: ['Is no source of this account'] });
  return { filter: { by: 'source', values: [String(rows[0].id)] }, described: choiceOf([{ code: 'name', name: rows[0].name }]) };
}
