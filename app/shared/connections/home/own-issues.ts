import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Unworded } from '../../../../platform/sentences.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type IssueType, wordedIssue } from '../../issues/issue.ts';
import { seenOf } from '../../issues/seen.ts';
import type { OwnIssue } from './contract.ts';

/** About a connection itself. That it refuses our credentials its health says. */
const types: IssueType[] = ['short_count', 'unknown_references', 'sign_in_ends', 'not_read'];

/** What is open about a connection itself, the oldest first. */
export async function readOwnIssues(tenant: Tenant, connectionId: number): Promise<OwnIssue[]> {
  const { rows } = await sql<Unworded<OwnIssue>>`
    select type, subject, sentence, ${seenOf('issues')} as seen from issues
    where ${inAccount(tenant)} and connection_id = ${connectionId} and type = any(${types}::text[]) and closed_at is null
    order by opened_at, id limit 10`.execute(tenant.db);
  return rows.map(wordedIssue);
}
