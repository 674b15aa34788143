import { createHash } from 'node:crypto';
import type { Tenant } from '../../../../platform/tenant.ts';
import { issueLabel } from '../../../shared/issues/issue.ts';
import { dropTargets, fixTargets } from '../../../shared/runs/working/targets.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { type OrderFilter, orderFilter } from '../../order-flow/contract/filter.ts';
import { matchingOrders } from '../bulk/matching.ts';
import type { ExportQuery } from './contract.ts';

/** What narrows an export beyond status, source and dates: ticked orders, or the further filters of the orders list. */
export type Selection = {
  /** Equal for equal selections. */
  digest: string;
  described: string;
  /** The list's filter, or the ticked orders. */
  filter: Record<string, unknown> | null;
  ids: number[] | null;
};

/** The selection of a query; null where status, source and dates say everything, and archived orders are part of it. */
export function selectionOf({ rows: _, ordersIds, ...filters }: ExportQuery): Selection | null {
  if (ordersIds) {
    const ids = [...new Set(ordersIds)].sort((a, b) => a - b);
    return { digest: digestOf(ids), described: countedWords(ids.length, 'selected order'), filter: null, ids };
  }
  const filter = orderFilter.parse(filters);
  const described = describeFilter(filter);
  if (described === '' && !filter.view) return null;
  return { digest: digestOf(Object.entries(filters).sort()), described: described || 'not archived', filter: filters, ids: null };
}

/** Fixes the orders of a list's filter as those of a run, anew where they were fixed before. */
export async function fixFiltered(tenant: Tenant, runId: number, filter: unknown): Promise<void> {
  await dropTargets(tenant, runId);
  await fixTargets(tenant, runId, matchingOrders(tenant, orderFilter.parse(filter)));
}

const digestOf = (what: unknown) => createHash('sha256').update(JSON.stringify(what)).digest('base64url');

/** The filters of the list that an export's form has no fields for, in words; empty without any. */
export function describeFilter(filter: Partial<OrderFilter>): string {
  const { search, view, issue, hold, lock, archived, country, shipping, assigned } = filter;
  return [
    search ? `“${search}”` : '',
    view ? views[view] : '',
    issue ? (issue === 'any' ? 'with an issue' : `issue “${issueLabel(issue)}”`) : '',
    hold ? { yes: 'on hold', no: 'not on hold' }[hold] : '',
    lock ? { yes: 'locked', no: 'not locked' }[lock] : '',
    assigned ? 'assigned to you' : '',
    archived ? { yes: 'archived', no: 'not archived' }[archived] : '',
    country ? `country ${country}` : '',
    shipping ? `shipping ${shipping === 'not_mapped' ? 'not mapped' : shipping}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

const views: Record<NonNullable<OrderFilter['view']>, string> = {
  ready: 'ready',
  attention: 'needs attention',
  held: 'on hold',
  all: '',
  archived: 'archived',
};
