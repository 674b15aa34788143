import { IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Filter } from '../declaration.ts';
import { changeAddress, useNextParams } from '../list-address.ts';
import classes from './filter-bar.module.css';
import { without } from './filter-keys.ts';

type Props = {
  filter: Filter;
  /** Its value as text. */
  value: string | undefined;
  onRemove: (filter: Filter) => void;
  /** The button that changes it. */
  children: React.ReactNode;
};

/** A filter: its button and, once it is set, a button that removes it; Backspace does the same. */
export function Chip({ filter, value, onRemove, children }: Props) {
  const next = useNextParams();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand among the others in a line
    <span
      role="group"
      aria-label={`${filter.label} filter`}
      className={classes.chip}
      data-filter={filter.key}
      data-set={value === undefined ? undefined : true}
      onKeyDown={({ key, target }) => {
        const onButton = target instanceof Element && target.matches('button[aria-haspopup]');
        if (value !== undefined && onButton && (key === 'Backspace' || key === 'Delete')) onRemove(filter);
      }}
    >
      {children}
      {value !== undefined && (
        <Link
          to={changeAddress(next, without([filter]))}
          className={classes.remove}
          preventScrollReset
          aria-label={`Remove ${filter.label}: ${value}`}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onRemove(filter);
          }}
        >
          <IconX size={13} stroke={2} aria-hidden />
        </Link>
      )}
    </span>
  );
}
