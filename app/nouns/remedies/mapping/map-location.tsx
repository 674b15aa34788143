import { Select } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { useMay } from '../../../people/accounts/sessions/use-signed-in.ts';
import { saveLocationsCall } from '../../mappings/locations/contract.ts';
import { AtWarehouse } from '../../mappings/saves/at-warehouse.tsx';
import type { PreviewedChange } from '../../mappings/saves/contract.ts';
import { useAskedFirst } from '../../mappings/saves/use-asked-first.tsx';
import type { Saved } from '../../mappings/saves/use-saved.ts';
import { Panel } from '../panel.tsx';
import type { RemedyIssue } from '../remedy.ts';
import type { Hints } from '../use-hints.ts';
import { useSend } from '../use-panel.ts';
import { Impact } from './impact.tsx';

type Props = { issue: RemedyIssue; hints: Hints; onClose: () => void; onDone: (saved: Saved) => Promise<void> };

/** Maps a channel's location to a warehouse. */
export function MapLocation({ issue, hints, onClose, onDone }: Props) {
  const { warehouses } = hints;
  const [warehouse, setWarehouse] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const { send, busy, failure } = useSend();
  const mayMap = useMay('map');
  const { saveMappings, question } = useAskedFirst();
  const changes: PreviewedChange[] =
    warehouse && issue.slug && mayMap
      ? [{ connection: issue.slug, change: { kind: 'location', codes: [{ code: issue.subject, to: warehouse }] } }]
      : [];
  const map = async () => {
    const locations = [{ internal_id: issue.subject, amware_location: warehouse }];
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
      {warehouses.length === 0 && <p>Please import Amware products to obtain inventory location selections</p>}
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
