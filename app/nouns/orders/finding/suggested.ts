import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { suggestedInWords } from '../../../base/addresses/suggesting/certain.ts';
import { type Addressed, addressColumns } from '../../order-flow/checking/suggested-addresses.ts';
import type { OrderRow } from '../../order-flow/contract/orders.ts';

/** Rows of orders, where what is certain about an incomplete address is said with what it lacks. */
export async function withSuggestions<Row extends OrderRow>(tenant: Tenant, rows: Row[]): Promise<Row[]> {
  const lacking = rows.filter(({ issue }) => issue?.type === 'address_incomplete');
  if (lacking.length === 0) return rows;
  const { rows: found } = await sql<Addressed & Columns<'orders', 'id' | 'revision'>>`
    select o.id, o.revision, ${addressColumns} from orders o
    where ${inAccount(tenant, 'o')} and o.id = any(${idsOf(lacking)}::bigint[])`.execute(tenant.db);
  const suggestions = new Map(found.map((row) => [row.id, { words: suggestedInWords(row), suggested: row.revision }]));
  return rows.map((row) => {
    const { words = null, suggested } = suggestions.get(row.id) ?? {};
    return row.issue && words !== null ? { ...row, issue: { ...row.issue, sentence: `${row.issue.sentence} ${words}`, suggested } } : row;
  });
}
