import { Select } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../platform/call.ts';
import { useMay } from '../../../../people/accounts/sessions/use-signed-in.ts';
import { Panel } from '../../../../shared/issues/remedy/panel.tsx';
import { useSend } from '../../../../shared/issues/remedy/use-panel.ts';
import { Impact } from '../../../remedies/impact.tsx';
import { noProviderLocations, saveLocationsCall } from '../../locations/contract.ts';
import { AtWarehouse } from '../../saves/at-warehouse/at-warehouse.tsx';
import type { PreviewedChange } from '../../saves/contract.ts';
import { type MappingProps, mappingPanel } from '../../saves/mapping-panel.tsx';
import { useConfirmedSave } from '../../saves/use-confirmed-save.tsx';

/** Maps a channel's location to a warehouse. */
function MapLocation({ issue, hints, onClose, onDone }: MappingProps) {
  const { warehouses } = hints;
  const [warehouse, setWarehouse] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const { send, busy, failure } = useSend();
  const mayMap = useMay('map');
  const { saveMappings, question } = useConfirmedSave();
  const changes: PreviewedChange[] =
    warehouse && issue.slug && mayMap
      ? [{ connection: issue.slug, change: { kind: 'location', codes: [{ code: issue.subject, to: warehouse }] } }]
      : [];
  const map = async () => {
    const locations = [{ internal_id: issue.subject, amware_location: warehouse, was: null }];
    await onDone(await call(saveLocationsCall, { params: { name: issue.slug ?? '' }, body: { locations } }));
  };
  const save = () => {
    setMissing(!warehouse);
    if (warehouse) send(() => saveMappings({ title: `Map ${issue.subject}?`, verb: 'Map location', changes, run: map }));
  };
  return (
    <Panel
      title={
        <>
          Map location <span className="mono">{issue.subject}</span> {hints.name}
        </>
      }
      impact={
        mayMap ? (
          <Impact waiting={hints} verb="the mapping" />
        ) : (
          'Locations are mapped by an admin or account admin of your account. Ask one of them.'
        )
      }
      verb="Map location"
      canSend={mayMap && warehouses.length > 0}
      busy={busy}
      failure={failure}
      onSend={save}
      onClose={onClose}
    >
      {warehouses.length === 0 && <p>{noProviderLocations}</p>}
      {mayMap && warehouses.length > 0 && (
        <Select
          label="Warehouse"
          placeholder="-- Select Warehouse --"
          data={warehouses.map(({ code, name }) => ({ value: code, label: name }))}
          value={warehouse}
          onChange={setWarehouse}
          error={missing && 'Warehouse should be selected'}
          data-autofocus
          openOnFocus={false}
          comboboxProps={{ withinPortal: false }}
        />
      )}
      <AtWarehouse changes={changes} />
      {question}
    </Panel>
  );
}

export default mappingPanel(MapLocation);
