import { AddressSelect } from '../address-select.tsx';
import type { Column } from '../declaration.ts';
import classes from '../list-page.module.css';
import type { Sort } from './column-heading.tsx';
import { shownColumns } from './columns.ts';

type Props<Row> = {
  columns: readonly Column<Row>[];
  /** The keys of the chosen columns; without it the usual ones are shown. */
  chosen: readonly string[] | undefined;
  sort: Sort;
};

/**
 * By which column a list is sorted, and the choice of another. Its styles show it only where a heading that says the same is hidden, as
 * all are on cards, or was not chosen.
 */
export function SortChoice<Row>({ columns, chosen, sort: { orderBy, orderDir } }: Props<Row>) {
  const sortable = columns.filter(({ sort }) => sort);
  // An address may sort by what no column shows, or by one whose heading does not offer it.
  const title = columns.find(({ key }) => key === orderBy)?.title ?? inWords(orderBy);
  const other = sortable.some(({ key }) => key === orderBy) ? [] : [{ key: orderBy, title }];
  const options = [...other, ...sortable].flatMap(
    ({ key, title }) =>
      [
        [inAddress(key, 'ASC'), `${title}, ascending`],
        [inAddress(key, 'DESC'), `${title}, descending`],
      ] as const,
  );
  const headings = shownColumns(columns, chosen).filter(({ sort, cardOnly }) => sort && !cardOnly);
  return (
    sortable.length > 0 && (
      // biome-ignore lint/a11y/noLabelWithoutControl: a select is
      <label className={classes.choice} data-always={headings.length < sortable.length}>
        Sorted by <AddressSelect value={inAddress(orderBy, orderDir)} options={options} />
      </label>
    )
  );
}

/** A sort as its address names it, in words: `created_at` is Created at. */
const inWords = (key: string) => `${key.slice(0, 1).toUpperCase()}${key.slice(1).replaceAll('_', ' ')}`;

const inAddress = (key: string, direction: string) => `orderBy=${key}&orderDir=${direction}`;
