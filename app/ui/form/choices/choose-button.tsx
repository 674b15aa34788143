import { Button, Group } from '@mantine/core';

type Props = { isListed: boolean; busy: boolean; onPress: () => void };

/** Below a field: fetches what it can be chosen from. */
export const ChooseButton = ({ isListed, busy, onPress }: Props) => (
  <Group mt={6}>
    <Button size="xs" variant="default" loading={busy} onClick={onPress}>
      {isListed ? 'List again' : 'Choose from a list'}
    </Button>
  </Group>
);
