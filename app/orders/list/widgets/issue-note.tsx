import { RemedyButton } from '../../../issues/remedies/remedy-button.tsx';
import type { ListedOrder } from './listed-order.ts';
import classes from './row.module.css';

type Props = { order: ListedOrder; issue: NonNullable<ListedOrder['issue']> };

/** The order's issue and its remedy. */
export function IssueNote({ order, issue }: Props) {
  const more = order.open_issues - 1;
  return (
    <div className={classes.issue}>
      <span className={classes.sentence}>
        {issue.sentence} {more > 0 && <span className={classes.more}>and {more} more</span>}
      </span>
      <RemedyButton issue={{ ...issue, connection_id: order.connection_id, slug: order.order_source, order_id: order.id }} />
    </div>
  );
}
