import type { ChannelOrder } from '../../../../connectors/contract.ts';
import { type AddressValues, addressFields } from '../../../base/addresses/address.ts';
import { contentHash, isSameContent, orderRow } from './order-rows.ts';

/** The address of a channel's order, by the columns that it is stored in. */
export function addressOf(order: ChannelOrder): AddressValues {
  const row = orderRow(order);
  return Object.fromEntries(addressFields.map((field) => [field, row[field]])) as AddressValues;
}

/** An order as it was when it was read before: its channel's address then. `looks`: how it may have looked beside that. */
type Before = { content_hash: string; address: AddressValues; looks: readonly Pick<ChannelOrder, 'state' | 'sourceStatus'>[] };

/** Whether nothing of an order is other than it was but its address: with the former one it has the content that it had. */
export const onlyAddressDiffers = (order: ChannelOrder, { content_hash, address, looks }: Before): boolean =>
  looks.some((look) => formerly({ ...order, ...look }, address).some((former) => isSameContent(contentHash(former), content_hash)));

/** The order with this address. The columns do not tell a recipient from a buyer who is one. */
function formerly(order: ChannelOrder, address: AddressValues): ChannelOrder[] {
  const name = address.customer_name ?? '';
  return [name, ''].flatMap((recipient) =>
    [order.customer.name, name].map((buyer) => ({
      ...order,
      customer: { ...order.customer, name: buyer, email: address.customer_email, phone: address.customer_phone },
      shipTo: {
        ...{ ...order.shipTo, name: recipient, company: address.company_name, line1: address.address ?? '', line2: address.address_2 },
        ...{ city: address.city ?? '', state: address.state, postalCode: address.postal_code ?? '', country: address.country ?? '' },
      },
    })),
  );
}
