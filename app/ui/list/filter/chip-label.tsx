import { IconChevronDown } from '@tabler/icons-react';
import classes from './filter-bar.module.css';

/** The label of a filter's button. */
export function ChipLabel({ label, value }: { label: string; value: string | undefined }) {
  return (
    <>
      <span className={classes.label}>{label}</span>
      {value !== undefined && <span className={classes.value}>{value}</span>}
      {value === undefined && <IconChevronDown size={14} stroke={1.8} aria-hidden />}
    </>
  );
}
