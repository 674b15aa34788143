import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ShortTable } from '../../../../../ui/blocks/short-table.tsx';
import { ConfirmDialog } from '../../../../../ui/dialog/confirm-dialog.tsx';
import { useDialogGuard } from '../../../../../ui/form/use-dialog-guard.tsx';
import { UnitsInput } from '../../../widgets/units-input.tsx';
import type { Order } from '../order.ts';
import { parcelsInWords, splittable } from './parcels.ts';
import { useSplit } from './use-split.ts';

type Props = { order: Order; onClose: () => void };
type Line = Order['lines'][number];

/** How many of each line go in a second parcel, and what both will hold. */
export default function SplitDialog({ order, onClose }: Props) {
  // As it was when the dialog opened: what others change meanwhile is refused, and shown.
  const [lines] = useState(() => splittable(order));
  const [later, setLater] = useState<Record<number, number>>({});
  const split = useSplit(order);
  const laterOf = (line: Line) => later[line.id] ?? line.later_quantity;
  const isEntered = lines.some((line) => laterOf(line) !== line.later_quantity);
  const [isDone, setDone] = useState(false);
  const { guard, question } = useDialogGuard(isEntered && !isDone, onClose);
  const isValid = lines.every(
    (line) => Number.isInteger(laterOf(line)) && laterOf(line) >= 0 && laterOf(line) <= Math.max(line.quantity, 0),
  );
  const { first, second } = parcelsInWords(lines, laterOf);
  return (
    <>
      <ConfirmDialog
        title={`Split ${order.order_number} into two parcels`}
        size={560}
        text={
          <Stack gap="sm">
            <Text size="sm">
              The second parcel is a warehouse order of its own. It is sent once all of the first has left, so that nothing leaves twice.
            </Text>
            {order.split_parcels?.second === 'ended' && (
              <Text size="sm" c="var(--red)">
                It was decided that the second parcel is not sent. Once you change the split, all of the order is sent after all.
              </Text>
            )}
            <ShortTable>
              <thead>
                <tr>
                  <th scope="col">Item</th>
                  <th scope="col" data-figure>
                    Qty
                  </th>
                  <th scope="col">In the second parcel</th>
                </tr>
              </thead>
              <tbody>
                {lines.map((line) => (
                  <tr key={line.id}>
                    <td>
                      {line.name || line.sku}
                      {line.name && line.sku && <div className="mono soft">{line.sku}</div>}
                    </td>
                    <td data-figure>{line.quantity.toLocaleString('en-US')}</td>
                    <td>
                      <LaterInput line={line} value={laterOf(line)} onChange={(quantity) => setLater({ ...later, [line.id]: quantity })} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </ShortTable>
            <div role="status">
              {isValid
                ? `First parcel: ${first}. Second parcel: ${second}.`
                : 'The second parcel cannot have more of a line than there is.'}
            </div>
          </Stack>
        }
        verb="Split"
        disabled={!isValid || !isEntered || first === 'nothing' || (second === 'nothing' && !order.is_split)}
        guard={guard}
        onClose={onClose}
        run={async () => {
          await split(lines.map((line) => ({ line, quantity: laterOf(line) })));
          setDone(true);
        }}
      />
      {question}
    </>
  );
}

type LaterProps = { line: Line; value: number; onChange: (quantity: number) => void };

function LaterInput({ line: { sku, name, quantity }, value, onChange }: LaterProps) {
  return (
    <UnitsInput
      label={`Of ${sku || name} in the second parcel`}
      min={0}
      max={Math.max(quantity, 0)}
      value={Number.isNaN(value) ? null : value}
      onChange={(typed) => onChange(typed ?? Number.NaN)}
    />
  );
}
