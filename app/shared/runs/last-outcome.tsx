import { lazy, Suspense } from 'react';
import { useLastRun } from './last-run.ts';

/** Without it the list is as before: its run is on Activity too. */
const ShownOutcome = lazy(() => import('./shown-outcome.tsx').catch(() => ({ default: () => null })));

/** What came of the last bulk action, from when its alert is gone until somebody puts it away. It comes with the action, not the list. */
export function LastOutcome() {
  const last = useLastRun();
  if (!last) return null;
  return (
    <Suspense>
      <ShownOutcome last={last} />
    </Suspense>
  );
}
