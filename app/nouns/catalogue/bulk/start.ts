import { type RawBuilder, sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { beginsWords } from '../../../../platform/list/indexed.ts';
import { scanLimit } from '../../../../platform/list/scan.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { prepareRun, startPreparedRun, startRun } from '../../../shared/runs/commands.ts';
import { fixTargets } from '../../../shared/runs/working/targets.ts';
import { categoryNamed } from '../categories/commands.ts';
import { conditionsOf } from '../conditions.ts';
import { type Kind, kinds } from '../kinds.ts';
import { itemWords } from '../words/word-index.ts';
import type { BulkValues, ItemFilter } from './contract.ts';

type Started = { runId: number; total: number };

/** Fixes all items that match a filter now as those of a run: what a person confirms is what was counted for them. */
export async function prepareBulk(tenant: Tenant, kind: Kind, filter: ItemFilter): Promise<Started> {
  const runId = await prepareRun(tenant, { kind: 'bulk', subject: kinds[kind].many, entity: kind });
  return { runId, total: await fixTargets(tenant, runId, await matchingItems(tenant, kind, filter)) };
}

/**
 * Starts a run that gives items these values: those with these ids, or those that this person prepared.
 * @throws Invalid for no such category; Refusal 409 when the run was started before or has expired; 404 when it has no items
 */
export async function startBulk(tenant: Tenant, kind: Kind, meant: { ids?: number[]; runId?: number }, set: BulkValues): Promise<Started> {
  if (set.category !== undefined) await categoryNamed(tenant, kind, set.category);
  const run = { subject: subjectOf(kind), action: 'set' };
  const started =
    meant.runId === undefined ? await newRun(tenant, kind, meant.ids ?? []) : await startPrepared(tenant, kind, meant.runId, run);
  if (started.total === 0) throw refuse(404, 'nothing_selected', `None of these ${kinds[kind].many} exists any more.`);
  const record = { id: started.runId, name: `Set values of ${kinds[kind].many}` };
  await writeAudit(tenant, { verb: 'started', noun: 'bulk action', record, to: { items: started.total, ...set } });
  await enqueue(tenant, 'items:bulk', { runId: started.runId, userId: tenant.userId, kind, set }, { queue: `bulk:${tenant.accountId}` });
  return started;
}

async function newRun(tenant: Tenant, kind: Kind, ids: number[]): Promise<Started> {
  const runId = await startRun(tenant, { kind: 'bulk', subject: subjectOf(kind), action: 'set', entity: kind });
  const known = sql`select id from ${sql.table(kind)} where account_id = ${tenant.accountId} and id = any(${ids}::bigint[])`;
  return { runId, total: await fixTargets(tenant, runId, known) };
}

/** Starts what this person prepared, once. @throws Refusal 409 when it was started before or has expired */
export async function startPrepared(
  tenant: Tenant,
  kind: Kind,
  runId: number,
  { subject, action = null }: { subject: string; action?: string | null },
): Promise<Started> {
  const total = await startPreparedRun(tenant, { runId, entity: kind, subject, action });
  if (total === undefined) throw refuse(409, 'not_prepared', `These ${kinds[kind].many} are no longer selected. Select them again.`);
  return { runId, total };
}

/** How its runs are called. */
export const subjectOf = (kind: Kind) => `${kinds[kind].many}: Set values`;

/** The ids of the items that a list's filter matches, by SKU. */
export async function matchingItems(tenant: Tenant, kind: Kind, filter: ItemFilter): Promise<RawBuilder<unknown>> {
  const { search, ...filters } = filter;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  const conditions = [
    sql`account_id = ${tenant.accountId}`,
    ...conditionsOf(tenant, kind, filters),
    ...(await asListed(tenant, kind, filter)),
    ...(patterns.length > 0 ? [sql`lower(concat_ws(' ', sku_key, name_key, upc)) like all (${patterns}::text[])`] : []),
  ];
  return sql`select id from ${sql.table(kind)} where ${sql.join(conditions, sql` and `)} order by sku_key, id`;
}

/** A large list finds less than words anywhere; nobody may change, or gets a file of, what it did not show. */
async function asListed(tenant: Tenant, kind: Kind, { search, ...filters }: ItemFilter): Promise<RawBuilder<unknown>[]> {
  if (search.trim() === '') return [];
  const scope = sql.join([sql`account_id = ${tenant.accountId}`, ...conditionsOf(tenant, kind, filters)], sql` and `);
  const { rows } = await sql`select from ${sql.table(kind)} where ${scope} offset ${scanLimit} limit 1`.execute(tenant.db);
  return rows.length === 0 ? [] : [beginsWords(itemWords(tenant, kind), search)];
}
