import { useNavigation } from 'react-router';
import { useIsPressing } from '../../../ui/use-press.ts';
import classes from './navigation-line.module.css';

/** A thin progress line while the next page loads or a click is being worked on, shown after 200 ms. */
export function NavigationLine() {
  const isLoading = useNavigation().state !== 'idle';
  const isWorking = useIsPressing();
  if (!isLoading && !isWorking) return null;
  return (
    <section aria-label="Progress">
      <div className={classes.line} role="progressbar" aria-label={isLoading ? 'Loading' : 'Working'} />
    </section>
  );
}
