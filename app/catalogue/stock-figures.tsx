import { Flex, Text } from '@mantine/core';

type Props = {
  item: { quantity_on_hand: number; quantity_on_hold: number };
  /** How many units orders have allocated. */
  allocated?: number;
};

/** Available stock, and the figures it is computed from. */
export function StockFigures({ item: { quantity_on_hand, quantity_on_hold }, allocated }: Props) {
  return (
    <Flex component="dl" wrap="wrap" gap="12px 40px" mb={28}>
      <Figure label="Available in Stock" units={quantity_on_hand - quantity_on_hold} hint="On hand minus on hold" />
      <Figure label="On Hand" units={quantity_on_hand} />
      <Figure label="On Hold" units={quantity_on_hold} />
      {allocated !== undefined && <Figure label="Allocated" units={allocated} hint="Reserved for orders that have not shipped yet" />}
    </Flex>
  );
}

function Figure({ label, units, hint }: { label: string; units: number; hint?: string }) {
  return (
    <div title={hint}>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" fz="1.125rem" className="figure">
        {units.toLocaleString('en-US')}
      </Text>
    </div>
  );
}
