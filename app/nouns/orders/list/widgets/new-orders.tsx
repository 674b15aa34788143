import { useSearchParams } from 'react-router';
import { NewerPill } from '../../../../ui/buttons/newer-pill.tsx';
import { changeAddress } from '../../../../ui/list/list-address.ts';
import { countedWords } from '../../../../ui/words/counted-words.ts';

/** Shows beside the count of the list that new orders arrived; the rows stay in place until it is clicked. */
export function NewOrders({ count }: { count: number }) {
  const [params] = useSearchParams();
  return <NewerPill count={count} words={countedWords(count, 'new order')} show={changeAddress(params, { page: null })} inline />;
}
