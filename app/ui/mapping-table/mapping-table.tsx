import type { CSSProperties } from 'react';
import { ShortTable } from '../blocks/short-table.tsx';
import classes from './mapping-table.module.css';

type Props = {
  label: string;
  /** At most four. */
  head: readonly string[];
  /** Whether rows end with what can be done with them. */
  actions: boolean;
  children: React.ReactNode;
};

/** A table of rules, each edited in its row; where it is narrow, cards with the headings before the values. */
export function MappingTable({ label, head, actions, children }: Props) {
  const headings = Object.fromEntries(head.map((title, at) => [`--heading-${at + 1}`, JSON.stringify(title)]));
  return (
    <div className={classes.frame} style={headings as CSSProperties}>
      <ShortTable className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            {actions && <td />}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </ShortTable>
    </div>
  );
}

/** The last cell of a row: what can be done with it. */
export const EndCell = ({ children }: { children: React.ReactNode }) => <td className={classes.end}>{children}</td>;

/** A line below a field of a row. */
export const Below = ({ children }: { children: React.ReactNode }) => <div className={classes.below}>{children}</div>;
