import { href, Link } from 'react-router';
import type { Cause } from '../../../../shared/issues/causes.ts';
import { type IssueType, subjectIsCode } from '../../../../shared/issues/issue.ts';
import { RemedyButton } from '../../../../shared/issues/remedy/remedy-button.tsx';
import { recordOfSubject } from '../../../../shared/issues/types/connections.ts';
import { WholeNumbers } from '../../../../ui/text/whole-numbers.tsx';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import classes from './cause-parts.module.css';
import type { SteadyCause } from './steady.ts';
import { UnreadableButton } from './unreadable-button.tsx';

type Props = { type: IssueType; cause: SteadyCause };

/** What is wrong: the channel's code with its name, or a sentence. */
export function CauseWords({ type, cause: { subject, name, sentence } }: Props) {
  if (!subjectIsCode(type) || subject === '') return <WholeNumbers text={sentence} />;
  return (
    <>
      <span className={`mono ${classes.subject}`}>{subject}</span> {name}
    </>
  );
}

/** The button that mends it. */
export function CauseRemedy({ type, cause }: Props) {
  const record = type === 'unreadable' && cause.order_id === null ? recordOfSubject(cause.subject) : null;
  if (cause.isGone) return 'Mended';
  return record === null ? <RemedyButton issue={{ ...cause, type }} /> : <UnreadableButton id={record} />;
}

/** A link to the order or purchase order that waits, or to the list of them; nothing where none does. */
export function Waiting({ type, cause }: Props) {
  if (cause.isGone) return null;
  if (cause.order_id !== null) return <WaitingOrders type={type} cause={cause} />;
  return cause.purchase_order_id !== null && <WaitingPurchases type={type} cause={cause} />;
}

type WaitingProps = { type: IssueType; cause: Cause };

function WaitingOrders({ type, cause: { orders, order_id, subject, slug, is_channel } }: WaitingProps) {
  if (orders === 1) return <Link to={href('/orders/:id', { id: String(order_id) })}>1 order</Link>;
  const address = new URLSearchParams({
    view: 'attention',
    issue: type,
    ...(slug && is_channel && { source: slug }),
    ...((type === 'unmapped_sku' || type === 'product_gone') && { search: subject }),
  });
  return <Link to={`${href('/orders')}?${address}`}>{orders.toLocaleString('en-US')} orders</Link>;
}

/** One purchase order is named. */
function WaitingPurchases({ type, cause: { orders, purchase_order_id, purchase_order_number, subject } }: WaitingProps) {
  if (orders === 1) return <Link to={href('/purchase-orders/:id', { id: String(purchase_order_id) })}>{purchase_order_number}</Link>;
  const address = new URLSearchParams({ view: 'attention', issue: type, ...(type === 'unmapped_item' && { sku: subject }) });
  return <Link to={`${href('/purchase-orders')}?${address}`}>{countedWords(orders, 'purchase order')}</Link>;
}
