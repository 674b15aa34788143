import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { saveBufferCall } from '../contract.ts';

type Props = { listing: { id: number; sku: string; buffer: number | null }; onClose: () => void };

/** How many units of one product are kept back from a channel. */
export default function BufferDialog({ listing: { id, sku, buffer }, onClose }: Props) {
  const [units, setUnits] = useState(buffer === null ? '' : String(buffer));
  const save = useSave();
  return (
    <ConfirmDialog
      title={`Safety buffer of ${sku}`}
      text={
        <Stack gap={10}>
          <p>The channel is sent this many units fewer than there are. Leave empty to keep back as many as the connection does.</p>
          <TextInput
            type="number"
            label="Units kept back"
            defaultValue={units}
            {...{ min: 0, max: 1_000_000, step: 1, inputMode: 'numeric' }}
            onChange={({ currentTarget }) => setUnits(currentTarget.value)}
          />
        </Stack>
      }
      verb="Save"
      run={() => save(saveBufferCall, { params: { id }, body: { buffer: units === '' ? null : Number(units) } })}
      onClose={onClose}
    />
  );
}
