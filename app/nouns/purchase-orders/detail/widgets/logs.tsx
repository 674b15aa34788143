import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../../platform/call.ts';
import { Section } from '../../../../ui/blocks/section.tsx';
import { ShortTable } from '../../../../ui/blocks/short-table.tsx';
import { listPurchaseLogsCall } from '../../../purchase-flow/contract/purchase-orders.ts';
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
          <ShortTable aria-label="Logs">
            <thead>
              <tr>
                {['Action', 'Result', 'Edited by', 'Date'].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.map(({ id, action, result, edited_by, date_formatted }) => (
                <tr key={id}>
                  <td data-wide>{action}</td>
                  <td data-label="Result">{result}</td>
                  <td data-label="Edited by">{edited_by ?? 'Crossdock'}</td>
                  <td data-label="Date">{date_formatted}</td>
                </tr>
              ))}
            </tbody>
          </ShortTable>
        </div>
      )}
    </Section>
  );
}
