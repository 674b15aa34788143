import { Stack } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { found, page } from '../../../platform/http/page.ts';
import { countryName } from '../../base/addresses/country-name.ts';
import { readDiscussion } from '../../shared/comments/queries.ts';
import { ticketsAbout } from '../../shared/support/about/about.ts';
import { TicketsAbout } from '../../shared/support/about/tickets-about.tsx';
import { RecordTags } from '../../shared/tags/record-tags.tsx';
import { tagsOfRecord } from '../../shared/tags/tags.ts';
import { KeptRoom } from '../../ui/blocks/kept-room.tsx';
import { Columns } from '../../ui/blocks/section.tsx';
import { useBeforePrint } from '../../ui/hooks/use-before-print.ts';
import type { Route } from './+types/detail-page.ts';
import { getOrder } from './detail/queries.ts';
import { OrderFacts } from './detail/widgets/facts.tsx';
import { OrderHeader } from './detail/widgets/header.tsx';
import { OrderHistory } from './detail/widgets/history/history.tsx';
import { OrderLines } from './detail/widgets/lines/lines.tsx';
import { OrderNotices } from './detail/widgets/notices/notices.tsx';
import { OrderPath } from './detail/widgets/path/path.tsx';
import { OrderShipments } from './detail/widgets/shipping/shipments.tsx';
import { useLiveOrder } from './detail/widgets/use-live-order.ts';
import { EditButtons } from './editing/widgets/edit-buttons.tsx';
import { useEditMode } from './editing/widgets/use-edit-mode.ts';

export const loader = page('work', async ({ tenant, id }) => {
  const [order, discussion, tags, tickets] = await Promise.all([
    getOrder(tenant, id),
    readDiscussion(tenant, { type: 'order', id }),
    tagsOfRecord(tenant, { type: 'order', id }),
    ticketsAbout(tenant, 'order', id),
  ]);
  return { order: found(order), discussion, tags, tickets, countryName: countryName(found(order).country) };
});

/** The query string changes how the order is shown, not what is loaded. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate && (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search);

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  return <OrderOnPage key={loaderData.order.id} {...loaderData} />;
}

function OrderOnPage({ order, discussion, tags, tickets, countryName }: Route.ComponentProps['loaderData']) {
  useLiveOrder(order.id);
  const mode = useEditMode(order);
  const [all, setAll] = useState(false);
  useBeforePrint(() => setAll(true));
  const extent = useMemo(() => ({ all, onAll: () => setAll(true) }), [all]);
  const { parts, session } = mode.editor ?? {};
  const edit = session && { order, session };
  return (
    <>
      <OrderHeader order={order} isEditing={edit !== undefined} editButtons={<EditButtons order={order} mode={mode} />} />
      <Tags record={useMemo(() => ({ type: 'order', id: order.id }), [order.id])} tags={tags} />
      <KeptRoom>
        <Notices order={order} isEdited={edit !== undefined} />
      </KeptRoom>
      <Steps order={order} />
      <Columns side={edit && parts ? <parts.EditFacts {...edit} /> : <Facts order={order} countryName={countryName} />}>
        <KeptRoom>
          <Stack gap={28}>{edit && parts ? <parts.EditLines {...edit} {...extent} /> : <Lines order={order} {...extent} />}</Stack>
        </KeptRoom>
        <Shipments order={order} />
        <History order={order} discussion={discussion} />
        <Tickets type="order" id={order.id} tickets={tickets} />
      </Columns>
      {edit && parts && <parts.EditGuard {...edit} onLeave={mode.leave} onEnd={mode.end} />}
    </>
  );
}

/** Each is drawn anew when what it shows has changed, and not with the buttons: what opens the editor says so at once. */
const [Tags, Notices, Steps, Facts] = [memo(RecordTags), memo(OrderNotices), memo(OrderPath), memo(OrderFacts)];
const [Lines, Shipments, History, Tickets] = [memo(OrderLines), memo(OrderShipments), memo(OrderHistory), memo(TicketsAbout)];
