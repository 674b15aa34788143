import { Group } from '@mantine/core';
import { BusyButton } from '../../buttons/busy-button.tsx';

type Props = { isListed: boolean; busy: boolean; onPress: () => void };

/** Below a field: fetches what it can be chosen from. */
export const ChooseButton = ({ isListed, busy, onPress }: Props) => (
  <Group mt={6}>
    <BusyButton size="xs" variant="default" busy={busy} onClick={onPress}>
      {isListed ? 'List again' : 'Choose from a list'}
    </BusyButton>
  </Group>
);
