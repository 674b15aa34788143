import { Text } from '@mantine/core';
import { type Fact, Facts } from '../../../../../ui/blocks/facts.tsx';
import { mailLink } from '../../../../../ui/buttons/mail-link.ts';
import type { Order } from '../order.ts';

/** The recipient and address. */
export function ShipTo({ order, countryName }: { order: Order; countryName: string }) {
  const { customer_name, customer_phone, customer_email, note } = order;
  return (
    <Facts
      facts={[
        { label: 'Customer Name', value: customer_name || none },
        customerId(order),
        { label: 'Shipping Address', value: <Address order={order} countryName={countryName} /> },
        { label: 'Phone', value: customer_phone ? <a href={`tel:${customer_phone.replace(/[^+\d]/g, '')}`}>{customer_phone}</a> : none },
        { label: 'E-mail', value: customer_email ? <Mail to={customer_email} /> : none },
        {
          label: 'Note',
          value: note ? (
            <Text inherit style={{ whiteSpace: 'pre-wrap' }}>
              {note}
            </Text>
          ) : (
            none
          ),
        },
      ]}
    />
  );
}

export const customerId = ({ customer_id }: Order): Fact => ({
  label: 'Customer ID',
  value: customer_id ? <span className="mono">{customer_id}</span> : none,
});

/** Allows a line break after the @. */
function Mail({ to }: { to: string }) {
  const at = to.indexOf('@') + 1;
  return (
    <a href={mailLink(to)}>
      {to.slice(0, at)}
      <wbr />
      {to.slice(at)}
    </a>
  );
}

function Address({ order, countryName }: { order: Order; countryName: string }) {
  const { company_name, address, address_2, city, state, postal_code } = order;
  const place = [city, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const lines = [company_name, address, address_2, place, countryName].filter(Boolean);
  if (lines.length === 0) return none;
  return (
    <address>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  );
}

const none = <span className="faint">–</span>;
