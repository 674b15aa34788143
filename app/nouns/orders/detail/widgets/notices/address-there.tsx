import { addressLabels, placeFields } from '../../../../../base/addresses/address.ts';
import type { Order } from '../order.ts';

/** What differs of the address that the channel has by now and the one that people edited here, for whoever decides between them. */
export function AddressThere({ order }: { order: Order }) {
  const { address_there: there, source_name } = order;
  const lines = placeFields.filter((field) => there && (there[field] || '') !== (order[field] || ''));
  return lines.map((field) => (
    <div key={field} className="soft">
      {addressLabels[field]}: {quoted(there?.[field])} at {source_name}, {quoted(order[field])} here.
    </div>
  ));
}

const quoted = (text: string | null | undefined) => (text ? `“${text}”` : 'none');
