import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { SteadyGroup } from './steady.ts';

/** How many causes of a type are not shown here, with the list that has all of them. */
export function MoreCauses({ group: { rest, isGone } }: { group: SteadyGroup }) {
  if (isGone || !rest) return null;
  return (
    <Text component={Link} to={rest.to} display="inline-block" size="sm" p="6px 0 4px 25px">
      {rest.words}
    </Text>
  );
}
