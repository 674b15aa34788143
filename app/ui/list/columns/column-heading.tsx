import { PageLink } from '../../buttons/page-link.tsx';
import { changeAddress, useNextParams } from '../list-address.ts';
import classes from './column-heading.module.css';
import type { ShownColumn } from './columns.ts';

/** The sort of a list. */
export type Sort = { orderBy: string; orderDir: 'ASC' | 'DESC' };

/** A column heading; a sortable one is a link that sorts by it, then reverses the direction. */
export function ColumnHeading<Row>({
  column: { key, title, sort: first, align, hideBelow },
  sort,
}: {
  column: ShownColumn<Row>;
  sort: Sort | undefined;
}) {
  const params = useNextParams();
  const sorted = first && sort?.orderBy === key ? sort.orderDir : undefined;
  const next = sorted ? (sorted === 'ASC' ? 'DESC' : 'ASC') : first;
  return (
    <th scope="col" data-align={align} data-hide={hideBelow} aria-sort={sorted && (sorted === 'ASC' ? 'ascending' : 'descending')}>
      {next ? (
        <PageLink to={changeAddress(params, { orderBy: key, orderDir: next })} className={classes.sort} data-dir={sorted} keepsScroll>
          {title}
        </PageLink>
      ) : (
        title
      )}
    </th>
  );
}
