import { Link, useSearchParams } from 'react-router';
import type { Paginated } from '../../../../platform/list/query.ts';
import { EmptyState } from '../../blocks/empty-state.tsx';
import { changeAddress } from '../list-address.ts';

/** In place of the rows of a page that the list does not have, or no longer. */
export default function PastTheEnd({ current_page: page, last_page: last, total_is_exact }: Paginated<unknown>) {
  const [params] = useSearchParams();
  const written = last.toLocaleString('en-US');
  return (
    <EmptyState
      title={`There is no page ${page.toLocaleString('en-US')}`}
      action={<Link to={changeAddress(params, { page: last })}>Go to page {written}</Link>}
    >
      {total_is_exact
        ? `The last page is ${written}.`
        : `The last page that can be opened is ${written}. Narrower filters, or the other order, show what comes after it.`}
    </EmptyState>
  );
}
