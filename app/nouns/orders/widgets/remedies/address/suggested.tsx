import { Button, Flex, Text } from '@mantine/core';
import { addressLabels } from '../../../../../base/addresses/address.ts';
import type { SuggestedAddress } from '../../../../order-flow/contract/suggestions.ts';

type Props = {
  address: SuggestedAddress;
  isBusy: boolean;
  onAccept: (address: SuggestedAddress) => void;
};

/** The same place as the warehouse can use it, and the button that takes that over. */
export function Suggested({ address, isBusy, onAccept }: Props) {
  return (
    <Flex align="center" justify="space-between" gap={12} wrap="wrap">
      <Text size="sm">
        <Differences changes={address.changes} />
      </Text>
      <Button size="xs" data-autofocus loading={isBusy} onClick={() => onAccept(address)}>
        Accept
      </Button>
    </Flex>
  );
}

/** What is written otherwise, from and to. */
export function Differences({ changes }: Pick<SuggestedAddress, 'changes'>) {
  return changes.map(({ field, from, to }, place) => (
    <span key={field}>
      {place > 0 && ', '}
      {addressLabels[field]}: {from ? <del>{from}</del> : 'none'} → {to ? <ins>{to}</ins> : 'none'}
    </span>
  ));
}
