import classes from './chosen-columns.module.css';
import { type ShownColumn, widthOf } from './columns.ts';

/** Wraps a table with chosen columns: none is hidden, so it scrolls sideways on narrow screens. */
export function ChosenColumns<Row>({ columns, children }: { columns: readonly ShownColumn<Row>[]; children: React.ReactNode }) {
  const { needs, step } = widthOf(columns);
  return (
    <div className={classes.chosen} data-needs={step} style={{ '--needs': `${needs}px` } as React.CSSProperties}>
      {children}
    </div>
  );
}
