import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Reply } from '../../../../platform/endpoint.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { certainOf, writtenOtherwise } from '../../../base/addresses/suggesting/certain.ts';
import { selectedIds } from '../../../shared/runs/bulk/selected.ts';
import type { Selection } from '../../../shared/runs/bulk/start.ts';
import { type OutcomeSentence, wordOutcome } from '../../../shared/runs/outcome-sentences.ts';
import { type Addressed, addressColumns } from '../../order-flow/checking/suggested-addresses.ts';
import { mostAtOnce, skipReason } from '../../order-flow/contract/bulk-action.ts';
import type { SuggestedAddress, suggestAddressesCall } from '../../order-flow/contract/suggestions.ts';
import { lockedByOthers } from '../../order-flow/release/lock-for-editing.ts';
import { factsInSql, type OrderFacts } from './facts.ts';

type Row = OrderFacts & Addressed & Columns<'orders', 'revision'>;

/** How the addresses of the selected orders are written so that nothing is missing, where that is certain. It writes nothing. */
export async function suggestAddresses(tenant: Tenant, selection: Selection): Promise<Reply<typeof suggestAddressesCall>> {
  const { rows } = await sql<Row>`
    select ${factsInSql(tenant)}, o.revision, ${addressColumns} from orders o
    where ${inAccount(tenant, 'o')} and o.id = any(array(${selectedIds(tenant, 'orders', selection)})) order by o.id`.execute(tenant.db);
  const locked = await lockedByOthers(tenant, idsOf(rows));
  const suggestions: SuggestedAddress[] = [];
  const left = new Map<string, number>();
  for (const row of rows) {
    const suggestion = certainOf(row);
    const by = locked.has(row.id) ? ({ code: 'locked_by_other', by: locked.get(row.id) ?? null } as const) : null;
    const reason: OutcomeSentence | null = skipReason('accept-address', row) ?? by ?? (suggestion ? null : { code: 'no_suggestion' });
    if (reason === null && suggestion) suggestions.push({ ...namesOf(row), changes: writtenOtherwise(row, suggestion) });
    else if (reason) left.set(wordOutcome(reason), (left.get(wordOutcome(reason)) ?? 0) + 1);
  }
  return {
    total: rows.length,
    suggestions: suggestions.slice(0, mostAtOnce),
    more: Math.max(suggestions.length - mostAtOnce, 0),
    left: [...left].map(([reason, orders]) => ({ reason, orders })),
  };
}

const namesOf = ({ id, order_number, revision }: Row) => ({ id, order_number, revision });
