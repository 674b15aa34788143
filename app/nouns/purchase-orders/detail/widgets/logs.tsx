import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../../platform/call.ts';
import { RecordTable, type TableColumn } from '../../../../ui/blocks/record-table.tsx';
import { Section } from '../../../../ui/blocks/section.tsx';
import { type LogEntry, listPurchaseLogsCall } from '../../../purchase-flow/contract/purchase-orders.ts';
import type { Order } from './order.ts';
import classes from './tables.module.css';

/** What was done with it: Action, Result, Edited by, Date. */
export function PurchaseLogs({ order }: { order: Order }) {
  const { data, error } = useQuery({
    queryKey: ['purchase-logs', order.id, order.events[0]?.id],
    queryFn: ({ signal }) => call(listPurchaseLogsCall, { params: { id: order.id } }, signal),
    retry: false,
  });
  return (
    <Section title="Logs">
      {error && <p role="alert">There was an error loading logs</p>}
      {!error && !data && <p className="soft">Loading logs... Please wait</p>}
      {data?.length === 0 && <p className="soft">There are no logs available</p>}
      {data && data.length > 0 && (
        <div className={classes.frame}>
          <RecordTable label="Logs" columns={columns} rows={data} rowKey={({ id }) => id} />
        </div>
      )}
    </Section>
  );
}

const columns: TableColumn<LogEntry>[] = [
  { title: 'Action', wide: true, cell: ({ action }) => action },
  { title: 'Result', titled: true, cell: ({ result }) => result },
  { title: 'Edited by', titled: true, cell: ({ edited_by }) => edited_by ?? 'Crossdock' },
  { title: 'Date', titled: true, cell: ({ date_formatted }) => date_formatted },
];
