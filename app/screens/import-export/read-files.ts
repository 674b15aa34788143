import { sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import { anybody } from '../../../platform/list/query.ts';
import type { SignedIn } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { whoMayChange } from '../../base/nouns.ts';
import { listCategories } from '../../nouns/catalogue/categories/queries.ts';
import { listLocations } from '../../nouns/catalogue/items/locations.ts';
import { type Kind, kinds } from '../../nouns/catalogue/kinds.ts';
import { orderStatuses } from '../../nouns/order-flow/order.ts';
import { pastOrdersExport, usualRange } from '../../nouns/orders/export/queries.ts';
import { choiceOf, notArchived } from '../../nouns/orders/export/selection.ts';
import { readOrderFilter } from '../../nouns/orders/list/address.ts';
import { listSources } from '../../nouns/orders/list/context.ts';
import { filterBody } from '../../nouns/orders/list/filter-body.ts';
import { mayDo } from '../../people/accounts/people/permissions.ts';
import { sells } from '../../shared/connections/connection.ts';
import { listConnections } from '../../shared/connections/queries.ts';
import type { FiledRecord } from '../../shared/exports/files-of.ts';
import { listExports, pastExport } from '../../shared/exports/queries.ts';
import { wordChoice } from '../../shared/exports/selected/choices.ts';
import { listRuns } from '../../shared/runs/queries.ts';
import { dayIn } from '../../ui/time/day.ts';
import { entityNamed } from './imports/entities.ts';
import { readPanel } from './imports/pages/read-panel.ts';
import { listImports } from './imports/queries.ts';
import { mostShown } from './most-shown.ts';

/** What the screen shows of the records that its address asks for. */
export async function readFiles(tenant: Tenant, { role }: Pick<SignedIn, 'role'>, of: FiledRecord, search: URLSearchParams) {
  if (of === 'orders') return { of, ...(await readOrders(tenant, search)) } as const;
  const files = await readPast(tenant, of, search);
  if (of === 'links') return { of, ...files, ...(await readLinks(tenant)) } as const;
  if (of === 'purchase_orders' || of === 'departments')
    return { of, ...files, mayImport: mayDo(role, whoMayChange(of)), ...(await readPanel(tenant, entityNamed(of).number)) } as const;
  return { of, ...files, ...(await readItems(tenant, of)) } as const;
}

async function readPast(tenant: Tenant, of: FiledRecord, search: URLSearchParams) {
  const { exports, hasOlder } = await listExports(tenant, of, mostShown(search));
  return { exports: exports.map(pastExport), hasOlder };
}

type AllFiles = Awaited<ReturnType<typeof readFiles>>;
export type Files<Of extends FiledRecord> = Extract<AllFiles, { of: Of }>;

/** The address may preselect what is exported, with the parameters of the orders list. */
async function readOrders(tenant: Tenant, search: URLSearchParams) {
  const [sources, past, range] = await Promise.all([
    listSources(tenant),
    listExports(tenant, 'orders', mostShown(search)),
    rangeIn(tenant, search),
  ]);
  const exports = past.exports.map(pastOrdersExport);
  const running = exports.find(({ state }) => state === 'running');
  const [run] = running ? await listRuns(tenant, { ids: [running.runId] }) : [];
  const first = {
    status: orderStatuses.find((status) => status === search.get('status')) ?? ('' as const),
    source: sources.find(({ slug }) => slug === search.get('source'))?.slug ?? '',
    ...range,
  };
  const { status: _, source: _source, start_at: _start, end_at: _end, ...more } = filterBody(readOrderFilter(search, anybody));
  const listed = search.has('view') ? { filter: more, described: wordChoice((await choiceOf(tenant, more)) ?? notArchived) } : null;
  return { accountId: tenant.accountId, sources, exports, hasOlder: past.hasOlder, run: run ?? null, first, listed };
}

/** The range in the address, otherwise the default one; a list without a range has none. */
async function rangeIn(tenant: Tenant, search: URLSearchParams): Promise<{ start_at: string; end_at: string }> {
  const range = { start_at: dayIn(search.get('start_at')) ?? '', end_at: dayIn(search.get('end_at')) ?? '' };
  return range.start_at || range.end_at || search.has('view') ? range : usualRange(tenant);
}

async function readItems(tenant: Tenant, kind: Kind) {
  const number = kind === 'products' ? 2 : 1;
  const [panel, hasAny, categories, locations, sources] = await Promise.all([
    readPanel(tenant, number),
    hasItems(tenant, kind),
    listCategories(tenant, kind),
    listLocations(tenant, kind),
    kind === 'products' ? listSources(tenant) : [],
  ]);
  const exported = { number, title: kinds[kind].title, hasAny, categories, locations } as const;
  return { accountId: tenant.accountId, ...panel, exported, sources };
}

async function hasItems(tenant: Tenant, kind: Kind): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from ${sql.table(kind)} where ${inAccount(tenant)}) as any`.execute(tenant.db);
  return rows[0]?.any ?? false;
}

async function readLinks(tenant: Tenant) {
  const [channels, past] = await Promise.all([listChannels(tenant), listImports(tenant, { entity: 'links' }, 10)]);
  return { channels, past };
}

/** Those that are connected: a file of links or listings is of no other. */
async function listChannels(tenant: Tenant): Promise<{ slug: string; name: string }[]> {
  return (await listConnections(tenant)).filter(sells).map(({ slug, name }) => ({ slug, name }));
}
