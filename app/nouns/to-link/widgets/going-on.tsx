import { keepPreviousData } from '@tanstack/react-query';
import { call } from '../../../../platform/call.ts';
import type { Reply } from '../../../../platform/endpoint.ts';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { NotCounted } from '../../../ui/text/not-counted.tsx';
import { WholeNumbers } from '../../../ui/text/whole-numbers.tsx';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { goingOnCall } from '../contract.ts';
import type { Pair } from './steady-rows.ts';
import classes from './to-link.module.css';

type Props = {
  pairs: readonly Pair[];
  /** So many of the chosen SKUs have no product that looks alike. */
  lacking: number;
  /** Whether there are more than can be linked at once. */
  more: boolean;
};

/** Says which orders go on once these are linked. */
export function GoingOn({ pairs, lacking, more }: Props) {
  const skus = pairs.map(({ connection_id, sku }) => ({ connection_id, sku }));
  const { data, error } = useQuery({
    ...{ queryKey: ['going-on', skus], enabled: skus.length > 0, staleTime: 0, gcTime: 0, placeholderData: keepPreviousData },
    queryFn: ({ signal }) => call(goingOnCall, { body: { skus } }, signal),
  });
  return (
    <div aria-live="polite" className={pairs.length > 0 ? classes.goingOn : undefined}>
      {error && <NotCounted error={error} />}
      {data && skus.length > 0 && (
        <p>
          <WholeNumbers text={goingOnWords(data)} />
        </p>
      )}
      {lacking > 0 && <p>{countedWords(lacking, 'SKU has', 'SKUs have')} no product that looks alike: choose it in its row.</p>}
      {more && <p>There are more, which can be linked afterwards.</p>}
    </div>
  );
}

export function goingOnWords({ goes_on: count, order_numbers: numbers, waits_on: others }: Reply<typeof goingOnCall>): string {
  if (count === null) return 'Thousands of orders go on ten seconds later; until then it can be undone.';
  const named = count > numbers.length ? `${numbers.join(', ')} …` : numbers.join(', ');
  const going =
    count === 0
      ? 'No order goes on by this alone.'
      : `${countedWords(count, 'order goes', 'orders go')} on ten seconds later, ${named}; until then it can be undone.`;
  return others === 0 ? going : `${going} ${countedWords(others, 'order waits', 'orders wait')} for something else too.`;
}
