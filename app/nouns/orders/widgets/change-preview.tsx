import { Text } from '@mantine/core';
import type { Reply } from '../../../../platform/endpoint.ts';
import { mostPreviewed } from '../../../shared/runs/bulk/previewed.ts';
import { ShortTable } from '../../../ui/blocks/short-table.tsx';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { type ChangedTogether, changedTogether } from '../../order-flow/contract/bulk-action.ts';
import type { previewChangeCall } from '../../order-flow/contract/orders.ts';
import { fieldLabels } from '../../order-flow/values/fields.ts';
import { asMappedLabel } from './building-select.tsx';

type Props = {
  /** Undefined while nothing is chosen. */
  preview: (Reply<typeof previewChangeCall> & { set: { [Each in ChangedTogether]?: string } }) | undefined;
  /** How many orders are selected. */
  selected: number;
  error: Error | null;
};

/** What a change would do: how many orders, why others stay, and the first ones before and after. */
export function ChangePreview({ preview, selected, error }: Props) {
  if (error) return <Text role="alert">{errorMessage(error)}</Text>;
  if (!preview) return null;
  const { set } = preview;
  const fields = changedTogether.filter((field) => set[field]);
  return (
    <div role="status">
      <Text size="sm" c="var(--text)">
        {selected > mostPreviewed && `Of the first ${mostPreviewed.toLocaleString('en-US')}: `}
        {countedWords(preview.changes, 'order changes', 'orders change')}.
      </Text>
      {preview.left.map(({ reason, orders }) => (
        <Text key={reason} size="sm">
          {countedWords(orders, 'order stays', 'orders stay')} as {orders === 1 ? 'it is' : 'they are'}: {reason}
        </Text>
      ))}
      {preview.examples.length > 0 && (
        <ShortTable>
          <tbody>
            {preview.examples.map(({ id, order_number, ...now }) => (
              <tr key={id}>
                <td className="mono">{order_number}</td>
                <td>
                  {fields
                    .map((field) => `${fieldLabels[field]}: ${now[field] || 'none'} → ${set[field]?.trim() || asMappedLabel.toLowerCase()}`)
                    .join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </ShortTable>
      )}
    </div>
  );
}
