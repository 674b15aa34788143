import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import type { SteadyGroup } from './steady.ts';

/** How many causes of a type are not shown here, with the list that has all of them. */
export function MoreCauses({ group: { type, more_causes: more, more_at, causes, isGone } }: { group: SteadyGroup }) {
  const linkable = type === 'unmapped_sku' && causes.filter(({ subject }) => subject !== '').length > 1;
  if (isGone || (more === 0 && !linkable)) return null;
  return (
    <Text component={Link} to={more_at} display="inline-block" size="sm" p="6px 0 4px 25px">
      {type === 'unmapped_sku' ? skuWords(more) : `${more.toLocaleString('en-US')} more`}
    </Text>
  );
}

/** SKUs have a page of their own, where they are linked one after the other. */
const skuWords = (more: number) => (more === 0 ? 'Link them one after the other' : countedWords(more, 'more SKU'));
