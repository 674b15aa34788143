import { useNavigation } from 'react-router';
import classes from './navigation-line.module.css';

/** A thin progress line while the next page loads, shown after 200 ms. */
export function NavigationLine() {
  return useNavigation().state === 'idle' ? null : <div className={classes.line} role="progressbar" aria-label="Loading" />;
}
