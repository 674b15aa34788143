import { AddressSelect } from '../address-select.tsx';
import type { Sort } from './column-heading.tsx';
import type { ShownColumn } from './columns.ts';
import classes from './sort-choice.module.css';

type Props<Row> = {
  columns: readonly ShownColumn<Row>[];
  /** Those of them that the table after it has. */
  shown: readonly ShownColumn<Row>[];
  sort: Sort;
};

/**
 * By which column a list is sorted, and the choice of another. Its styles show it only where a heading that says the same is hidden, as
 * all are on cards, or was not chosen.
 */
export function SortChoice<Row>({ columns, shown, sort: { orderBy, orderDir } }: Props<Row>) {
  const sortable = columns.filter(({ sort }) => sort);
  const options = sortable.flatMap(
    ({ key, title }) =>
      [
        [inAddress(key, 'ASC'), `${title}, ascending`],
        [inAddress(key, 'DESC'), `${title}, descending`],
      ] as const,
  );
  const lacks = shown.filter(({ sort, cardOnly }) => sort && !cardOnly).length < sortable.length;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: a select is
    <label className={classes.choice} data-always={lacks || undefined}>
      Sorted by <AddressSelect value={inAddress(orderBy, orderDir)} options={options} />
    </label>
  );
}

const inAddress = (key: string, direction: string) => `orderBy=${key}&orderDir=${direction}`;
