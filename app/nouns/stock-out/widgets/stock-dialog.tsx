import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { Notice } from '../../../ui/blocks/notice.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { isBuffer, listStockLocationsCall, type StockMode, type StockSettings, saveStockSettingsCall } from '../contract.ts';
import { soldTwice } from '../panels/goes-on.ts';

type Props = { connection: { slug: string; name: string }; settings: StockSettings; onClose: () => void };

const modes: { value: StockMode; label: string }[] = [
  { value: 'on', label: 'Sent whenever it changes' },
  { value: 'rehearsal', label: 'Rehearsal: list what would be sent, send nothing' },
  { value: 'off', label: 'Not sent' },
];

/** How a channel is told of stock: whether, where, and how many units are kept back. */
export default function StockDialog({ connection: { slug, name }, settings, onClose }: Props) {
  const send = useSave();
  const [mode, setMode] = useState<StockMode>(settings.mode === 'off' ? 'rehearsal' : settings.mode);
  const [location, setLocation] = useState(settings.location_id ?? '');
  const [isMissing, setMissing] = useState(false);
  const [buffer, setBuffer] = useState(settings.buffer);
  const { data, error } = useQuery({
    queryKey: ['stock-locations', slug],
    retry: false,
    queryFn: ({ signal }) => call(listStockLocationsCall, { params: { name: slug } }, signal),
  });
  const locations = data?.locations ?? [];
  const chosen = location || (locations.length === 1 ? locations[0]?.id : '') || '';
  const former = settings.mode === 'on' && settings.location_id !== chosen && chosen !== '' ? settings.location_id : null;
  const save = (close: () => void) => {
    const lacks = mode !== 'off' && chosen === '';
    setMissing(lacks);
    if (lacks) return;
    const location_name = locations.find(({ id }) => id === chosen)?.name ?? settings.location_name;
    return send(saveStockSettingsCall, { params: { name: slug }, body: { mode, location_id: chosen || null, location_name, buffer } }).then(
      close,
    );
  };
  return (
    <Dialog title={`Stock at ${name}`} size={480} onClose={onClose}>
      {(close) => (
        <Stack gap={14} fz="sm">
          <NativeSelect
            label="Stock of linked products"
            data={modes}
            value={mode}
            onChange={({ currentTarget }) => setMode(currentTarget.value as StockMode)}
          />
          <NativeSelect
            label={`Location at ${name}`}
            description="Where it is mapped to a building of the warehouse, the stock of that building is sent; otherwise the stock of all of them."
            error={error ? errorMessage(error) : isMissing && chosen === '' && 'Choose where it is sent'}
            disabled={!data}
            data={[
              { value: '', label: data ? 'Choose a location' : 'Loading…' },
              ...locations.map(({ id, name: label }) => ({ value: id, label })),
            ]}
            value={chosen}
            onChange={({ currentTarget }) => setLocation(currentTarget.value)}
          />
          {former !== null && <Notice tone="warning">{soldTwice(settings.location_name ?? former)}</Notice>}
          <TextInput
            type="number"
            label="Units kept back"
            description="Of each product without a buffer of its own."
            {...{ min: 0, max: 1_000_000, step: 1, inputMode: 'numeric', defaultValue: buffer }}
            error={!isBuffer(buffer) && 'Enter a whole number of units, 0 to keep none back.'}
            onChange={({ currentTarget }) => setBuffer(currentTarget.valueAsNumber)}
          />
          <DialogButtons onCancel={close}>
            <SubmitButton run={() => save(close)} disabled={!isBuffer(buffer)}>
              Save
            </SubmitButton>
          </DialogButtons>
        </Stack>
      )}
    </Dialog>
  );
}
