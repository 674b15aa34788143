import '@mantine/core/styles/Anchor.layer.css';
import { Anchor, Stack, Text } from '@mantine/core';
import { href, Link } from 'react-router';
import { Example } from '../../../ui/blocks/example.tsx';
import { Section } from '../../../ui/blocks/section.tsx';

type Props = { name: string; origin: string; mayConnect: boolean };

/** How a shop that calls us sends its first order. */
export function HowToSell({ name, origin, mayConnect }: Props) {
  return (
    <Section title="How to send orders">
      <Stack gap={10} align="flex-start">
        <Text>
          {mayConnect ? (
            <>
              Make a key that may sell for {name} in{' '}
              <Anchor component={Link} underline="always" to={href('/settings/api')}>
                Settings → API
              </Anchor>
              , and send an order with it:
            </>
          ) : (
            `An account admin makes a key that may sell for ${name} in Settings → API. The shop sends an order with it:`
          )}
        </Text>
        <Example text={exampleOf(origin)} />
        <Text>
          Sent again it is the same order. The shop reads its parcels at <span className="mono">/v1/shop/shipments</span> and acknowledges
          them, and what it may sell at <span className="mono">/v1/shop/stock</span>.
        </Text>
      </Stack>
    </Section>
  );
}

const exampleOf = (origin: string) => `curl ${origin}/v1/shop/orders \\
  -H 'Authorization: Bearer xdk_…' -H 'Content-Type: application/json' \\
  -d '{
    "external_id": "web-10042", "currency": "USD", "shipping_code": "standard",
    "ship_to": { "name": "Ada Byron", "line_1": "1 Main Street", "city": "Austin",
      "state": "TX", "postal_code": "78701", "country": "US" },
    "lines": [{ "sku": "MUG", "quantity": 2, "unit_price": "12.50" }]
  }'`;
