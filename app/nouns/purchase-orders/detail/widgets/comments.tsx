import type { Discussion } from '../../../../shared/comments/contract.ts';
import { CommentBox, commentEntries, inOrder } from '../../../../shared/comments/discussion.tsx';
import { Section } from '../../../../ui/blocks/section.tsx';
import { Timeline } from '../../../../ui/blocks/timeline.tsx';
import type { Order } from './order.ts';

/** Who looks after it, and what colleagues say, newest first. What happened is in the logs, and nowhere twice. */
export const PurchaseComments = ({ order, discussion }: { order: Order; discussion: Discussion }) => (
  <Section title="Comments">
    <CommentBox record={{ type: 'purchase_order', id: order.id }} discussion={discussion} />
    <Timeline entries={inOrder(commentEntries(discussion))} />
  </Section>
);
