import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../platform/call.ts';
import { RecordTable, type TableColumn } from '../../../../ui/blocks/record-table.tsx';
import { Section } from '../../../../ui/blocks/section.tsx';
import { useBeforePrint } from '../../../../ui/hooks/use-before-print.ts';
import { useQuery } from '../../../../ui/hooks/use-query.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { type LogEntry, listPurchaseLogsCall } from '../../../purchase-flow/contract/purchase-orders.ts';
import type { Order } from './order.ts';
import classes from './tables.module.css';

const SourcePayload = lazily(() => import('./source-payload.tsx'));
const fewEntries = 20;

/** All that happened to it: Action, Result, Edited by, Date. The source's payload opens from here. */
export function PurchaseLogs({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['purchase-logs', order.id, order.events[0]?.id],
    queryFn: ({ signal }) => call(listPurchaseLogsCall, { params: { id: order.id } }, signal),
    placeholderData: (before) => before,
    retry: false,
  });
  return (
    <Section
      title="Logs"
      actions={
        order.connection_id !== null && (
          <Button size="xs" variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Source payload
          </Button>
        )
      }
    >
      {error && <p role="alert">There was an error loading logs</p>}
      {!error && !data && <p className="soft">Loading logs... Please wait</p>}
      {data?.length === 0 && <p className="soft">There are no logs available</p>}
      {data && data.length > 0 && <Entries entries={data} />}
      {isOpen && <SourcePayload id={order.id} source={order.connector_source.human_readable} onClose={() => setOpen(false)} />}
    </Section>
  );
}

/** The last of them, and on request, or on paper, all. */
function Entries({ entries }: { entries: readonly LogEntry[] }) {
  const [all, setAll] = useState(false);
  useBeforePrint(() => setAll(true));
  const rows = all ? entries : entries.slice(0, fewEntries);
  return (
    <>
      <div className={classes.frame}>
        <RecordTable label="Logs" columns={columns} rows={rows} rowKey={({ id }) => id} />
      </div>
      {rows.length < entries.length && (
        <Button size="xs" variant="default" mt={10} onClick={() => setAll(true)}>
          Show all {entries.length.toLocaleString('en-US')}
        </Button>
      )}
    </>
  );
}

const columns: TableColumn<LogEntry>[] = [
  { title: 'Action', wide: true, cell: ({ action }) => action },
  { title: 'Result', titled: true, cell: ({ result }) => result },
  { title: 'Edited by', titled: true, cell: ({ edited_by }) => edited_by ?? 'Crossdock' },
  { title: 'Date', titled: true, cell: ({ date_formatted }) => date_formatted },
];
