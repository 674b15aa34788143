import { Text } from '@mantine/core';
import type { Reply } from '../../../../platform/endpoint.ts';
import { nouns } from '../../../base/nouns.ts';
import { BulkPreview } from '../../../shared/runs/bulk/preview.tsx';
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
    <BulkPreview
      preview={{ changes: preview.changes, left: preview.left.map(({ reason, orders: records }) => ({ reason, records })) }}
      words={nouns.orders}
      selected={selected}
      examples={preview.examples.map(({ id, order_number: name, ...now }) => ({
        ...{ id, name },
        change: fields
          .map((field) => `${fieldLabels[field]}: ${now[field] || 'none'} → ${set[field]?.trim() || asMappedLabel.toLowerCase()}`)
          .join(', '),
      }))}
    />
  );
}
