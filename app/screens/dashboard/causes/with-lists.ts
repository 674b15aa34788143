import { href } from 'react-router';
import type { IssueGroup } from '../../../shared/issues/causes.ts';
import { type IssueType, issueHeadline } from '../../../shared/issues/issue.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { ordersWith, purchasesWith } from '../widgets/causes/lists-of.ts';
import type { ListedGroup } from '../widgets/causes/steady.ts';

/** The groups as Home shows them. */
export const withLists = (groups: readonly IssueGroup[]): ListedGroup[] =>
  groups.map((group) => {
    const waiting = { ...group, ...waitingFor(group) };
    const { type, causes, more_causes, issues } = group;
    return { ...waiting, headline: issueHeadline(type, { causes: causes.length + more_causes, issues }), rest: restOf(waiting) };
  });

/** How many orders and purchase orders wait; null where there are too many to count, 0 where it is not about these. */
function waitingFor({ orders, purchase_orders, causes }: IssueGroup): Pick<IssueGroup, 'orders' | 'purchase_orders'> {
  const uncounted = (id: 'order_id' | 'purchase_order_id') => (causes.some((cause) => cause[id] !== null) ? null : 0);
  return { orders: orders ?? uncounted('order_id'), purchase_orders: purchase_orders ?? uncounted('purchase_order_id') };
}

/** How many are not shown. SKUs have a page of their own, where they are linked one after the other. */
function restOf(group: IssueGroup): ListedGroup['rest'] {
  const { type, more_causes: more, causes } = group;
  const isSku = type === 'unmapped_sku';
  const linkable = isSku && causes.filter(({ subject }) => subject !== '').length > 1;
  if (more > 0) return { to: moreAt(group), words: isSku ? countedWords(more, 'more SKU') : `${more.toLocaleString('en-US')} more` };
  return linkable ? { to: moreAt(group), words: 'Link them one after the other' } : null;
}

/** Where all causes of a group are listed, of which Home shows the first: the list of what waits, where it has all of them. */
function moreAt({ type, causes, orders, purchase_orders }: IssueGroup): string {
  if (type === 'unmapped_sku') return href('/skus-to-link');
  if (ofConnections.includes(type)) return href('/settings/connectors');
  const isListed =
    !alsoOfNone.includes(type) && causes.every(({ order_id, purchase_order_id }) => order_id !== null || purchase_order_id !== null);
  if (isListed && purchase_orders === 0) return ordersWith(type);
  if (isListed && orders === 0) return purchasesWith(type);
  return href('/issues/:type', { type });
}

/** What may be of an order or of none: of records, and of what a channel gave us. The list of orders has only a part of them. */
const alsoOfNone: readonly IssueType[] = ['unreadable', 'retries_exhausted'];

/** What a connection itself needs. */
const ofConnections: readonly IssueType[] = [
  'needs_reconnect',
  'forbidden',
  'sign_in_ends',
  'short_count',
  'unknown_references',
  'not_read',
];
