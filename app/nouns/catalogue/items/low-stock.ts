import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues, openIssues } from '../../../shared/issues/commands.ts';
import { subjectOfItem } from '../../../shared/issues/types/items.ts';
import { isStock } from '../conditions.ts';
import type { Kind } from '../kinds.ts';

type Low = Columns<'products', 'id' | 'sku' | 'in_stock'> & { kind: Kind; reorder_point: number };

/** So many of a kind have an issue at most: a person who faces more needs the list, not issues. */
const mostIssues = 1_000;

/**
 * Opens an issue for each item that is below its reorder point, and closes those of items that no longer are. Call it after stock
 * or reorder points have changed, however many.
 */
export async function settleLowStock(tenant: Tenant): Promise<void> {
  const items = [...(await lowItems(tenant, 'products')), ...(await lowItems(tenant, 'raw_materials'))];
  const issues = items.map(({ kind, id, sku, in_stock: left, reorder_point: reorderPoint }) => ({
    type: 'low_stock' as const,
    subject: subjectOfItem(kind, id),
    sentence: { code: 'below_reorder_point' as const, sku, left, reorderPoint },
    blocking: false,
  }));
  const subjects = new Set(issues.map(({ subject }) => subject));
  const { rows: open } = await sql<Columns<'issues', 'subject' | 'sentence'>>`
    select subject, sentence from issues where ${inAccount(tenant)} and type = 'low_stock' and connection_id is null
      and closed_at is null`.execute(tenant.db);
  const before = new Map(open.map(({ subject, sentence }) => [subject, sentence]));
  const mended = [...before.keys()].filter((subject) => !subjects.has(subject));
  if (mended.length > 0) await closeIssues(tenant, { connectionId: null, types: ['low_stock'], subjects: mended });
  await openIssues(
    tenant,
    issues.filter(({ subject, sentence }) => !isDeepStrictEqual(before.get(subject), sentence)),
  );
}

async function lowItems(tenant: Tenant, kind: Kind): Promise<Low[]> {
  const { rows } = await sql<Low>`
    select ${sql.lit(kind)} as kind, id, sku, in_stock, reorder_point from ${sql.table(kind)}
    where ${inAccount(tenant)} and ${isStock.low} order by sku_key, id limit ${mostIssues}`.execute(tenant.db);
  return rows;
}
