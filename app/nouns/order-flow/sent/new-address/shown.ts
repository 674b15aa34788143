import type { AddressValues } from '../../../../base/addresses/address.ts';
import type { OrderDetail } from '../../contract/detail.ts';
import { inTheWay, type Rest } from './standing.ts';
import { seenAs } from './values.ts';

type Issue = { type: string; subject: string };
type Moved = { new_ship_to: AddressValues | null; rest: Rest; issues: readonly { type: string }[] | null };

/** What its channel has as its address, where that changed beside what people edited of it and nobody has decided about that. */
export function addressThere({ new_ship_to, issues }: Pick<Moved, 'new_ship_to'> & { issues: Issue[] | null }): AddressValues | null {
  const isOpen = issues?.some(({ type, subject }) => type === 'changed_beside_edits' && subject === 'address');
  return isOpen ? new_ship_to : null;
}

/** What its channel has as its address, where a person is to decide about that; null otherwise. */
export function newAddressOf({ new_ship_to, rest, issues }: Moved): OrderDetail['new_address'] {
  if (new_ship_to === null || !issues?.some(({ type }) => type === 'new_address')) return null;
  const isFree = rest === 'here' || rest === 'there';
  return { ...new_ship_to, seen: seenAs(new_ship_to), rest: isFree ? rest : null, obstacle: inTheWay(rest) };
}
