import type { Reply } from '../../../../../platform/endpoint.ts';
import type { orderStatusesCall, ordersAgingCall } from '../../contract.ts';
import type { OrderHistory } from '../../graphs/chart-shape.ts';
import type { Days } from '../../graphs/days.ts';

/** What the page read last: it reads these anew with all else that it shows. */
export type FirstFigures = { counters: Reply<typeof orderStatusesCall>; ageing: Reply<typeof ordersAgingCall> };

/** What the browser reads beside: the chart, and counters of other days than the page has. */
export type ReadFigures = {
  counters: FirstFigures['counters'] | undefined;
  chart: OrderHistory | undefined;
  failed: boolean;
  outdated: boolean;
  readAgain: () => void;
};
export type ReadsProps = { days: Days; read: Days; onRead: (figures: ReadFigures) => void };
