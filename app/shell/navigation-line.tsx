import { useNavigation } from 'react-router';
import classes from './navigation-line.module.css';

/** A thin line while the next page loads; it appears only when that takes longer than 200 ms. */
export function NavigationLine() {
  return useNavigation().state === 'idle' ? null : <div className={classes.line} role="progressbar" aria-label="Loading" />;
}
