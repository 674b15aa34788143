import { ShortTable } from '../../../../ui/blocks/short-table.tsx';
import classes from './figures-table.module.css';

type Props = {
  caption: string;
  columns: readonly { key: string; title: string }[];
  /** `figures` in the order of the columns after the first. */
  rows: readonly { name: string; figures: readonly number[] }[];
  /** The sums, in the same order. */
  totals: readonly number[];
};

/** Figures by name, with their sums below. */
export function FiguresTable({ caption, columns, rows, totals }: Props) {
  const cells = (figures: readonly number[]) =>
    figures.map((figure, place) => (
      <td key={columns[place + 1]?.key} data-figure>
        {figure.toLocaleString('en-US')}
      </td>
    ));
  return (
    <ShortTable className={classes.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, title }, place) => (
            <th key={key} scope="col" data-figure={place > 0 || undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, figures }) => (
          <tr key={name} className={figures.every((figure) => figure === 0) ? 'faint' : undefined}>
            <th scope="row">{name}</th>
            {cells(figures)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total orders</th>
          {cells(totals)}
        </tr>
      </tfoot>
    </ShortTable>
  );
}
