import { Box } from '@mantine/core';
import { found, page } from '../../../../platform/http/page.ts';
import { readDiscussion } from '../../../shared/comments/queries.ts';
import { ticketsAbout } from '../../../shared/support/about/about.ts';
import { TicketsAbout } from '../../../shared/support/about/tickets-about.tsx';
import { RecordTags } from '../../../shared/tags/record-tags.tsx';
import { tagsOfRecord } from '../../../shared/tags/tags.ts';
import { KeptRoom } from '../../../ui/blocks/kept-room.tsx';
import { Columns } from '../../../ui/blocks/section.tsx';
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.tsx';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import type { Route } from './+types/detail-page.ts';
import { getPurchaseOrder } from './queries.ts';
import { PurchaseComments } from './widgets/comments.tsx';
import { EditFacts } from './widgets/edit/edit-facts.tsx';
import { useEditMode } from './widgets/edit/use-edit-mode.ts';
import { PurchaseFacts } from './widgets/facts.tsx';
import { PurchaseHeader } from './widgets/header.tsx';
import { PurchaseLines } from './widgets/lines.tsx';
import { PurchaseLogs } from './widgets/logs.tsx';
import { PurchaseNotices } from './widgets/notices.tsx';
import type { Order } from './widgets/order.ts';
import { PurchasePath } from './widgets/path/path.tsx';
import { Fulfilments, Receipts } from './widgets/receipts.tsx';

export const loader = page('work', async ({ tenant, id }) => {
  const [order, discussion, tags, tickets] = await Promise.all([
    getPurchaseOrder(tenant, id),
    readDiscussion(tenant, { type: 'purchase_order', id }),
    tagsOfRecord(tenant, { type: 'purchase_order', id }),
    ticketsAbout(tenant, 'purchase_order', id),
  ]);
  return { order: found(order), discussion, tags, tickets };
});

export default function PurchaseOrderPage({ loaderData: { order, ...talk } }: Route.ComponentProps) {
  return <PurchaseOrder key={order.id} order={order as Order} {...talk} />;
}

/** Ordered, announced, received, processed: one page. */
function PurchaseOrder({ order, discussion, tags, tickets }: { order: Order } & Omit<Route.ComponentProps['loaderData'], 'order'>) {
  useLiveReload(['purchase_orders']);
  const mode = useEditMode(order);
  const { dialog } = useLeaveGuard({ isUnsaved: mode.isUnsaved, isLeaving: false, onStay: () => undefined, onLeave: () => undefined });
  return (
    <>
      <PurchaseHeader order={order} mode={mode} />
      <RecordTags record={{ type: 'purchase_order', id: order.id }} tags={tags} />
      <KeptRoom>
        <PurchaseNotices order={order} />
      </KeptRoom>
      <PurchasePath order={order} />
      <Box mb={40}>
        <KeptRoom>
          <PurchaseLines order={order} mode={mode} />
        </KeptRoom>
      </Box>
      <Columns side={mode.isEditing ? <EditFacts order={order} mode={mode} /> : <PurchaseFacts order={order} />}>
        <Receipts order={order} />
        <Fulfilments order={order} />
        <PurchaseComments order={order} discussion={discussion} />
        <TicketsAbout type="purchase_order" id={order.id} tickets={tickets} />
        <PurchaseLogs order={order} />
      </Columns>
      {dialog}
    </>
  );
}
