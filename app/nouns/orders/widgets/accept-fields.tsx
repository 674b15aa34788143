import { Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../../../platform/call.ts';
import { followRun } from '../../../shared/runs/working/report-outcome.ts';
import { ShortTable } from '../../../ui/blocks/short-table.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import type { FieldsProps } from '../../../ui/list/declaration.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { bulkActionCall } from '../../order-flow/contract/orders.ts';
import { type SuggestedAddress, suggestAddressesCall } from '../../order-flow/contract/suggestions.ts';
import { Differences } from './remedies/address/suggested.tsx';

/** What is suggested for the addresses of the selected orders. Exactly what is shown is accepted. */
export default function AcceptFields(props: FieldsProps) {
  return (
    <>
      Incomplete addresses are completed as shown, where it is certain that this is the same place. You can undo it until somebody changes
      them again.
      <Suggested {...props} />
    </>
  );
}

function Suggested({ onChange, target }: FieldsProps) {
  const { data, error } = useQuery({
    queryKey: ['suggested addresses', target],
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false },
    queryFn: ({ signal }) =>
      call(suggestAddressesCall, { body: 'ids' in target ? { ordersIds: target.ids.map(Number) } : { runId: target.runId } }, signal),
  });
  const reportShown = useEffectEvent((shown: readonly SuggestedAddress[]) => onChange(shown.length > 0 ? { seen: seenIn(shown) } : {}));
  useEffect(() => {
    if (data) reportShown(data.suggestions);
  }, [data]);
  if (error) return <Text role="alert">{errorMessage(error)}</Text>;
  if (!data) return null;
  const { suggestions, more, left } = data;
  return (
    <Stack gap={4} mt={12} role="status">
      <Text size="sm" c="var(--text)">
        {suggestions.length === 0 ? 'No address changes' : countedWords(suggestions.length, 'address changes', 'addresses change')}.
        {more > 0 && ` ${more.toLocaleString('en-US')} more can be accepted after these.`}
      </Text>
      {left.map(({ reason, orders }) => (
        <Text key={reason} size="sm">
          {countedWords(orders, 'order stays', 'orders stay')} as {orders === 1 ? 'it is' : 'they are'}: {reason}
        </Text>
      ))}
      {suggestions.length > 0 && (
        <ShortTable>
          <tbody>
            {suggestions.map(({ id, order_number, changes }) => (
              <tr key={id}>
                <td className="mono">{order_number}</td>
                <td>
                  <Differences changes={changes} />
                </td>
              </tr>
            ))}
          </tbody>
        </ShortTable>
      )}
    </Stack>
  );
}

/** The orders as they were shown, as the dialog keeps them. */
const seenIn = (shown: readonly SuggestedAddress[]): string => JSON.stringify(shown.map(({ id, revision }) => ({ id, revision })));

/** Accepts what was shown, and follows it until it has ended. */
export async function acceptSeen(text: string, reload: () => void): Promise<void> {
  const seen: Pick<SuggestedAddress, 'id' | 'revision'>[] = JSON.parse(text);
  const reply = await call(bulkActionCall, { body: { action: 'accept-address', ordersIds: seen.map(({ id }) => id), seen } });
  followRun({ reply, label: 'Accept addresses', reload });
}
