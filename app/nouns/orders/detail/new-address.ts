import type { OrderDetail } from '../../order-flow/contract/detail.ts';
import { inTheWay } from '../../order-flow/sent/new-address/standing.ts';
import { seenAs } from '../../order-flow/sent/new-address/values.ts';
import type { DetailRow } from './order-row.ts';

/** What its channel has as its address, where a person is to decide about that; null otherwise. */
export function newAddressOf({ new_ship_to, rest, issues }: DetailRow): OrderDetail['new_address'] {
  if (new_ship_to === null || !issues?.some(({ type }) => type === 'new_address')) return null;
  const isFree = rest === 'here' || rest === 'there';
  return { ...new_ship_to, seen: seenAs(new_ship_to), rest: isFree ? rest : null, obstacle: inTheWay(rest) };
}
