import { sql } from 'kysely';
import { z } from 'zod';
import { id } from '../../../../platform/endpoint.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { issueTypes } from '../../../shared/issues/issue.ts';
import { paged, pageOfIds } from '../page.ts';

export const issuesQuery = z.strictObject({
  ...paged,
  state: z
    .enum(['open', 'closed', 'all'])
    .optional()
    .meta({ description: 'Open ones where it is left out, unless `ids` are given: then all' }),
  type: z.enum(issueTypes).optional(),
  order_id: id.optional(),
  purchase_order_id: id.optional(),
});

/** The ids of a page of issues. Open ones have an index: they are few, behind however many that were closed since. */
export function pageOfIssues(tenant: Tenant, query: z.output<typeof issuesQuery>): ReturnType<typeof pageOfIds> {
  const { type, order_id, purchase_order_id, ids } = query;
  const state = query.state ?? (ids === undefined ? 'open' : 'all');
  const where = [
    ...(state === 'open' ? [sql`i.closed_at is null`] : []),
    ...(order_id === undefined ? [] : [sql`i.order_id = ${order_id}`]),
    ...(purchase_order_id === undefined ? [] : [sql`i.purchase_order_id = ${purchase_order_id}`]),
  ];
  const tests = [...(state === 'closed' ? [sql`i.closed_at is not null`] : []), ...(type === undefined ? [] : [sql`i.type = ${type}`])];
  return pageOfIds(tenant, query, { table: 'issues', alias: 'i', where, tests });
}
