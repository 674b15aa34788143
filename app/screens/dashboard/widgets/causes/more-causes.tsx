import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import { type ListOfCauses, listsOf } from './lists-of.ts';
import type { SteadyGroup } from './steady.ts';

/** How many causes of a type are not shown here, with the lists that have them; of some types none has. */
export function MoreCauses({ group }: { group: SteadyGroup }) {
  const { type, more_causes: more, causes, isGone } = group;
  const linkable = type === 'unmapped_sku' && causes.filter(({ subject }) => subject !== '').length > 1;
  if (isGone || (more === 0 && !linkable)) return null;
  const lists = listsOf(group);
  const [only] = lists;
  if (only && lists.length === 1)
    return (
      <Text component={Link} to={only.to} {...place}>
        {type === 'unmapped_sku' ? skuWords(more) : moreWords(more)}
      </Text>
    );
  return (
    <Text c="dimmed" {...place}>
      {moreWords(more)}
      {lists.length > 0 && <Among lists={lists} />}
    </Text>
  );
}

const place = { display: 'inline-block', size: 'sm', p: '6px 0 4px 25px' } as const;

function Among({ lists }: { lists: readonly ListOfCauses[] }) {
  return lists.map(({ to, name }, at) => (
    <Fragment key={to}>
      {at === 0 ? ', among ' : ' and '}
      <Link to={to}>{name}</Link>
    </Fragment>
  ));
}

const moreWords = (more: number) => `${more.toLocaleString('en-US')} more`;

/** SKUs have a page of their own, where they are linked one after the other. */
const skuWords = (more: number) => (more === 0 ? 'Link them one after the other' : countedWords(more, 'more SKU'));
