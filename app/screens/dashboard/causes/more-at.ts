import { href } from 'react-router';
import type { IssueGroup } from '../../../shared/issues/causes.ts';
import type { IssueType } from '../../../shared/issues/issue.ts';
import { ordersWith, purchasesWith, waitingFor } from '../widgets/causes/lists-of.ts';
import type { ListedGroup } from '../widgets/causes/steady.ts';

/** The groups as Home shows them. */
export const withLists = (groups: readonly IssueGroup[]): ListedGroup[] => groups.map((group) => ({ ...group, more_at: moreAt(group) }));

/** Where all causes of a group are listed, of which Home shows the first: the list of what waits, where it has all of them. */
function moreAt(group: IssueGroup): string {
  const { type, causes } = group;
  if (type === 'unmapped_sku') return href('/skus-to-link');
  if (ofConnections.includes(type)) return href('/settings/connectors');
  const { orders, purchases } = waitingFor(group);
  const isListed = causes.every(({ order_id, purchase_order_id }) => order_id !== null || purchase_order_id !== null);
  if (isListed && purchases === 0) return ordersWith(type);
  if (isListed && orders === 0) return purchasesWith(type);
  return href('/issues/:type', { type });
}

/** What a connection itself needs. */
const ofConnections: readonly IssueType[] = ['needs_reconnect', 'forbidden', 'sign_in_ends', 'short_count', 'unknown_references'];
