import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../platform/call.ts';
import { openedPanel, type PanelProps } from '../../../../shared/issues/remedy/opened-panel.tsx';
import { Panel } from '../../../../shared/issues/remedy/panel.tsx';
import { useSend } from '../../../../shared/issues/remedy/use-panel.ts';
import { listProviderLocationsCall, noProviderLocations, type ProviderLocation } from '../../../mappings/locations/contract.ts';
import { useOrderSave } from '../../../remedies/use-order-save.ts';
import { asMapped, asMappedLabel } from '../building-select.tsx';
import { type Decided, issueThen, readDecided } from './of-order.ts';

type Choice = { order: Decided; buildings: ProviderLocation[] };

/** Chooses the building that an order leaves from. What somebody chose before can be given back. */
function ChooseBuilding({ issue, data: { order, buildings }, onClose, onDone }: PanelProps<Choice>) {
  const [building, setBuilding] = useState('');
  const [missing, setMissing] = useState(false);
  const { send, busy, failure } = useSend();
  const saveOrder = useOrderSave(order.id, order.revision);
  const isChosen = order.edited_fields.includes('warehouse_code');
  const save = () => {
    setMissing(!building);
    if (building) send(async () => onDone(await saveOrder({ warehouse_code: building.trim() || null })));
  };
  return (
    <Panel
      title={
        <>
          Where does <span className="mono">{order.order_number}</span> leave from?
        </>
      }
      impact={issueThen(order, issue)?.sentence ?? issue.sentence}
      verb="Use for this order"
      canSend={buildings.length > 0}
      busy={busy}
      failure={failure}
      onSend={save}
      onClose={onClose}
    >
      {buildings.length === 0 ? (
        <p>{noProviderLocations}</p>
      ) : (
        <NativeSelect
          label="Building"
          data={[
            { value: '', label: 'Choose a building' },
            ...(isChosen ? [{ value: asMapped, label: asMappedLabel }] : []),
            // What stopped the order names buildings by their codes.
            ...buildings.map(({ code, name }) => ({ value: code, label: code === name ? name : `${code} – ${name}` })),
          ]}
          value={building}
          onChange={({ currentTarget }) => setBuilding(currentTarget.value)}
          error={missing && 'Choose one'}
          data-autofocus
        />
      )}
    </Panel>
  );
}

export default openedPanel<Choice>({
  async read(issue, signal) {
    const [order, buildings] = await Promise.all([readDecided(issue, signal), call(listProviderLocationsCall, {}, signal)]);
    return { order, buildings };
  },
  Form: ChooseBuilding,
});
