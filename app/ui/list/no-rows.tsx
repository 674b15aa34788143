import { Link, useSearchParams } from 'react-router';
import type { Paginated } from '../../../platform/list/query.ts';
import { EmptyState } from '../blocks/empty-state.tsx';
import { changeAddress } from './list-address.ts';

/** `past`: the page, which comes after the last one; else `clear` is the address without the filters that nothing matches. */
export type NoRowsProps = { many: string; past: Paginated<unknown> } | { many: string; past?: undefined; clear: string };

/** Why a list that has rows shows none. */
export default function NoRows(props: NoRowsProps) {
  if (props.past) return <PastTheEnd {...props.past} />;
  return (
    <EmptyState title={`No ${props.many} match`} action={<Link to={props.clear}>Clear the filters</Link>}>
      Nothing fits all of the filters above.
    </EmptyState>
  );
}

function PastTheEnd({ current_page: page, last_page: last, total_is_exact }: Paginated<unknown>) {
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
