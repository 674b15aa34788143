import classes from './chosen-columns.module.css';
import { type ShownColumn, widthOf } from './columns.ts';

/** Round a table whose columns someone chose: none of them gives way, so it scrolls sideways where there is no room. */
export function ChosenColumns<Row>({ columns, children }: { columns: readonly ShownColumn<Row>[]; children: React.ReactNode }) {
  const { needs, step } = widthOf(columns);
  return (
    <div className={classes.chosen} data-needs={step} style={{ '--needs': `${needs}px` } as React.CSSProperties}>
      {children}
    </div>
  );
}
