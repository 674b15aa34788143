import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { IssueType } from '../../../shared/issues/issue.ts';
import { found } from '../call.ts';

/** An issue as its remedies need it. */
export type OpenIssue = Columns<'issues', 'id' | 'subject' | 'order_id' | 'purchase_order_id' | 'connection_id' | 'closed_at'> & {
  type: IssueType;
};

/** @throws Refusal 404 */
export async function readIssue(tenant: Tenant, id: number): Promise<OpenIssue> {
  const { rows } = await sql<OpenIssue>`
    select id, type, subject, order_id, purchase_order_id, connection_id, closed_at from issues
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  return found(rows[0]);
}
