import { refuseWith } from '../../../../platform/http/refusal.ts';
import type { KeyOfCall } from '../../../../platform/signed-in.ts';
import type { OrderDetail } from '../../../nouns/order-flow/contract/detail.ts';
import { allows } from '../../../people/keys/scopes.ts';
import { type IssueType, issueLabel, subjectIsCode } from '../../../shared/issues/issue.ts';

/** Who calls. */
export type Caller = { key?: KeyOfCall | undefined };

/** Whether who bought may be told: names, addresses, what they wrote. */
export const seesBuyers = ({ key }: Caller): boolean => allows(key?.scopes ?? [], 'read_buyers');

/** @throws Refusal 403 */
export function requireBuyers(caller: Caller, what: string): void {
  if (seesBuyers(caller)) return;
  throw refuseWith({ scope: 'read_buyers' }, 403, 'lacks_scope', `${what} takes a key with the scope read_buyers.`);
}

/** What is suggested for an address is one, and the warehouse may have an order of another buyer. */
export const withAddress: ReadonlySet<IssueType> = new Set(['address_incomplete', 'found_otherwise']);

/** The sentence of an issue whose order was not read: what other systems said of an address may be in any that names no code. */
export const sentenceFor = (
  caller: Caller,
  { type, order_id, sentence }: { type: IssueType; order_id: number | null; sentence: string },
) => (order_id === null || subjectIsCode(type) || seesBuyers(caller) ? sentence : `${issueLabel(type)}.`);

/** So short a text may be a part of any word. */
const shortest = 3;

/** What stands where a text repeats who bought. */
export const inPlaceOfBuyer = '[buyer]';

/**
 * A sentence about an order without what its buyer is called and where they live, before and after a new address: what people and other
 * systems say of it may repeat that, in any case, and a name in part.
 */
export function withoutBuyer(sentence: string, order: OrderDetail): string {
  const { new_address: next, address_there: there, shipments } = order;
  const texts = [order, ...(next ? [next] : []), ...(there ? [there] : [])].flatMap((own) => [
    ...[own.customer_name, own.company_name, own.customer_email, own.customer_phone, own.address, own.address_2, own.city, own.postal_code],
    ...(own.customer_name?.split(/[^\p{L}\p{N}]+/u) ?? []),
  ]);
  const sent = shipments.flatMap(({ sent_to }) => (sent_to === null ? [] : [sent_to, ...sent_to.split(', ')]));
  const hidden = [order.note, ...texts, ...sent].flatMap((text) => (text && text.trim().length >= shortest ? [text.trim()] : []));
  if (hidden.length === 0) return sentence;
  const spelt = hidden.toSorted((a, b) => b.length - a.length).map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return sentence.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${spelt.join('|')})(?![\\p{L}\\p{N}])`, 'giu'), inPlaceOfBuyer);
}
