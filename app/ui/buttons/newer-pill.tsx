import { IconArrowUp } from '@tabler/icons-react';
import { Link, type LinkProps } from 'react-router';
import classes from './newer-pill.module.css';

type Props = {
  /** Nothing is shown without any. */
  count: number;
  /** As in `3 new orders`. */
  words: string;
  /** The address that shows them, or what does. */
  show: LinkProps['to'] | (() => void);
  /** Beside the count of a list, where it covers nothing. */
  inline?: boolean;
};

/** Says above a list that it has news; its rows stay in place until this is pressed. */
export function NewerPill({ count, words, show, inline = false }: Props) {
  const content = (
    <>
      <IconArrowUp size={14} stroke={2} aria-hidden />
      {words}
    </>
  );
  return (
    <div data-above-alerts className={inline ? undefined : classes.place} role="status">
      {count > 0 &&
        (typeof show === 'function' ? (
          <button type="button" className={classes.pill} onClick={show}>
            {content}
          </button>
        ) : (
          <Link to={show} className={classes.pill} replace>
            {content}
          </Link>
        ))}
    </div>
  );
}
