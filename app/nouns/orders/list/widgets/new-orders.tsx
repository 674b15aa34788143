import { IconArrowUp } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { changeAddress } from '../../../../ui/list/list-address.ts';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import classes from './new-orders.module.css';

/** Shows above the list that new orders arrived; the rows stay in place until it is clicked. */
export function NewOrders({ count }: { count: number }) {
  const [params] = useSearchParams();
  return (
    <div className={classes.place} role="status">
      {count > 0 && (
        <Link to={changeAddress(params, { page: null })} className={classes.pill} replace>
          <IconArrowUp size={14} stroke={2} aria-hidden />
          {countedWords(count, 'new order')}
        </Link>
      )}
    </div>
  );
}
