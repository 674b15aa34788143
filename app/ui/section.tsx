import { useId } from 'react';
import classes from './section.module.css';

type Props = { title: string; count?: number; actions?: React.ReactNode; children: React.ReactNode };

/** A part of a page under its own heading: a rule and white space, no box. */
export function Section({ title, count, actions, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id}>
          {title}
          {count !== undefined && <span className={classes.count}>{count.toLocaleString('en-US')}</span>}
        </h2>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** A page of two columns: the main part on the left, facts on the right; stacked on narrow screens. */
export function Columns({ children, side }: { children: React.ReactNode; side: React.ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{children}</div>
      <aside className={classes.column}>{side}</aside>
    </div>
  );
}
