import { ShortTable } from '../../ui/short-table.tsx';
import classes from './mapping-table.module.css';

type Props = {
  label: string;
  head: readonly string[] /** Whether rows end with what can be done with them. */;
  actions: boolean;
  children: React.ReactNode;
};

/** A table of rules that are edited in place; cards where it is narrow. */
export function MappingTable({ label, head, actions, children }: Props) {
  return (
    <div className={classes.frame}>
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

/** The fields of a new row, side by side. */
export const AddFields = ({ children }: { children: React.ReactNode }) => <div className={classes.add}>{children}</div>;
