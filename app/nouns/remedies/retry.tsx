import { useState } from 'react';
import { remedyLabel } from '../../shared/issues/issue.ts';
import type { RemedyIssue } from '../../shared/issues/remedy/remedy.ts';
import { PressButton } from '../../ui/buttons/row-button.tsx';
import { useDone } from '../../ui/hooks/use-save.ts';
import classes from './retry.module.css';
import { hasFailedAgain, rememberTried } from './tried.ts';

/**
 * Tries an order or purchase order again, or all that wait for the same cause. Where the issue is there afterwards, or comes back, it says
 * beside the button that it failed again, unless what is there is another order that was not tried.
 */
export function RetryButton({ issue }: { issue: RemedyIssue }) {
  const done = useDone();
  const [isTrying, setTrying] = useState(false);
  const { orders = 1 } = issue;
  const run = async () => {
    setTrying(true);
    try {
      const { retryCause, retryOrder } = await import('./retry-cause.ts');
      const { message, tried } = await (orders > 1 ? retryCause(issue) : retryOrder(issue));
      rememberTried(tried);
      await done({ message });
    } finally {
      setTrying(false);
    }
  };
  return (
    <>
      {!isTrying && hasFailedAgain(issue) && (
        <span role="status" className={classes.failed}>
          It failed again.
        </span>
      )}
      <PressButton run={run}>{orders > 1 ? `${remedyLabel.retry}: ${orders.toLocaleString('en-US')}` : remedyLabel.retry}</PressButton>
    </>
  );
}
