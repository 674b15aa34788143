import { href, Link } from 'react-router';
import type { Cause } from '../../../../shared/issues/causes.ts';
import { type IssueType, subjectIsCode } from '../../../../shared/issues/issue.ts';
import { RemedyButton } from '../../../../shared/issues/remedy/remedy-button.tsx';
import { recordOfSubject } from '../../../../shared/issues/types/connections.ts';
import { ItemPicture } from '../../../../ui/picture/item-picture.tsx';
import { StatusIcon } from '../../../../ui/status/status-icon.tsx';
import { WholeNumbers } from '../../../../ui/text/whole-numbers.tsx';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import classes from './cause-row.module.css';
import type { SteadyCause } from './steady.ts';
import { UnreadableButton } from './unreadable-button.tsx';

/** One cause: its sentence, connection, number of waiting orders, and remedy. */
export function CauseRow({ type, cause }: { type: IssueType; cause: SteadyCause }) {
  const { connection_name, subject, sentence, name, image_url, order_id, purchase_order_id, isGone } = cause;
  const record = type === 'unreadable' && order_id === null ? recordOfSubject(subject) : null;
  return (
    <li className={classes.cause} data-row data-gone={isGone || undefined}>
      {image_url ? <ItemPicture address={image_url} /> : <StatusIcon status={isGone ? 'fulfilled' : 'error'} />}
      <p className={classes.what}>
        {subjectIsCode(type) && subject !== '' ? (
          <>
            <span className="mono">{subject}</span> {name}
          </>
        ) : (
          <WholeNumbers text={sentence} />
        )}
      </p>
      <p className={classes.where}>{connection_name}</p>
      <div className={classes.orders}>
        {!isGone && order_id !== null && <Waiting type={type} cause={cause} />}
        {!isGone && order_id === null && purchase_order_id !== null && <WaitingPurchases type={type} cause={cause} />}
      </div>
      <div className={classes.remedy}>
        {isGone ? 'Mended' : record !== null ? <UnreadableButton id={record} /> : <RemedyButton issue={{ ...cause, type }} />}
      </div>
    </li>
  );
}

/** A link to the waiting order, or to the list of them. */
function Waiting({ type, cause: { orders, order_id, subject, slug, is_channel } }: { type: IssueType; cause: Cause }) {
  if (orders === 1) return <Link to={href('/orders/:id', { id: String(order_id) })}>1 order</Link>;
  const address = new URLSearchParams({
    view: 'attention',
    issue: type,
    ...(slug && is_channel && { source: slug }),
    ...((type === 'unmapped_sku' || type === 'product_gone') && { search: subject }),
  });
  return <Link to={`${href('/orders')}?${address}`}>{orders.toLocaleString('en-US')} orders</Link>;
}

/** The same for purchase orders: one is named. */
function WaitingPurchases({
  type,
  cause: { orders, purchase_order_id, purchase_order_number, subject },
}: {
  type: IssueType;
  cause: Cause;
}) {
  if (orders === 1) return <Link to={href('/purchase-orders/:id', { id: String(purchase_order_id) })}>{purchase_order_number}</Link>;
  const address = new URLSearchParams({ view: 'attention', issue: type, ...(type === 'unmapped_item' && { sku: subject }) });
  return <Link to={`${href('/purchase-orders')}?${address}`}>{countedWords(orders, 'purchase order')}</Link>;
}
