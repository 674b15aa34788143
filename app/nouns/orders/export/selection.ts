import { createHash } from 'node:crypto';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type ChoicePart, type ExportChoice, narrowedBy } from '../../../shared/exports/selected/choices.ts';
import { choiceOfTag } from '../../../shared/exports/selected/tag-choice.ts';
import { dropTargets, fixTargets } from '../../../shared/runs/working/targets.ts';
import { anyIssue, type OrderFilter, orderFilter, suggestedAddress } from '../../order-flow/contract/filter.ts';
import { matchingOrders } from '../bulk/matching.ts';
import type { ExportQuery } from './contract.ts';

/** What narrows an export beyond status, source and dates: ticked orders, or the further filters of the orders list. */
export type Selection = {
  /** Equal for equal selections. */
  digest: string;
  described: ExportChoice;
  /** The list's filter, or the ticked orders. */
  filter: Record<string, unknown> | null;
  ids: number[] | null;
};

/** The selection of a query; null where status, source and dates say everything, and archived orders are part of it. */
export async function selectionOf(tenant: Tenant, { rows: _, ordersIds, ...filters }: ExportQuery): Promise<Selection | null> {
  if (ordersIds) {
    const ids = [...new Set(ordersIds)].sort((a, b) => a - b);
    return {
      digest: digestOf(ids),
      described: { code: 'records', count: ids.length, one: 'selected order', many: 'selected orders' },
      filter: null,
      ids,
    };
  }
  const filter = orderFilter.parse(filters);
  const described = await choiceOf(tenant, filter);
  if (described === null && !filter.view) return null;
  // What is assigned to me is something else for each of us.
  const whose = filter.assigned === 'me' ? [tenant.userId] : [];
  const digest = digestOf([...Object.entries(filters).sort(), ...whose]);
  return { digest, described: described ?? notArchived, filter: filters, ids: null };
}

/** Fixes the orders of a list's filter as those of a run, anew where they were fixed before. */
export async function fixFiltered(tenant: Tenant, runId: number, filter: unknown): Promise<void> {
  await dropTargets(tenant, runId);
  await fixTargets(tenant, runId, matchingOrders(tenant, orderFilter.parse(filter)));
}

const digestOf = (what: unknown) => createHash('sha256').update(JSON.stringify(what)).digest('base64url');

/** What a list without a filter shows. */
export const notArchived: ExportChoice = { code: 'narrowed', parts: [{ code: 'not_archived' }] };

/** The filters of the list that an export's form has no fields for; null without any. */
export async function choiceOf(
  tenant: Tenant,
  { search, view, issue, hold, lock, archived, country, shipping, assigned, tag }: Partial<OrderFilter>,
): Promise<ExportChoice | null> {
  const parts: (ChoicePart | '' | undefined)[] = [
    search && { code: 'text', text: search },
    view && views[view],
    issue && choiceOfIssue(issue),
    hold && { code: hold === 'yes' ? 'held' : 'not_held' },
    lock && { code: lock === 'yes' ? 'locked' : 'not_locked' },
    assigned && { code: 'assigned' },
    ...(await choiceOfTag(tenant, tag)),
    archived && { code: archived === 'yes' ? 'archived' : 'not_archived' },
    country && { code: 'country', country },
    shipping && (shipping === 'not_mapped' ? { code: 'shipping_not_mapped' } : { code: 'shipping', shipping }),
  ];
  return narrowedBy(parts.flatMap((part) => part || []));
}

function choiceOfIssue(issue: NonNullable<Exclude<OrderFilter['issue'], ''>>): ChoicePart {
  if (issue === anyIssue) return { code: 'with_issue' };
  return issue === suggestedAddress ? { code: 'with_suggestion' } : { code: 'issue', type: issue };
}

const views: Record<NonNullable<OrderFilter['view']>, ChoicePart | undefined> = {
  ready: { code: 'ready' },
  attention: { code: 'attention' },
  held: { code: 'held' },
  all: undefined,
  archived: { code: 'archived' },
};
