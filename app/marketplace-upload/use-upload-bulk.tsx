import { useState } from 'react';
import { href } from 'react-router';
import { call } from '../../platform/call.ts';
import { alertMs, showAlert } from '../ui/alerts/alerts.ts';
import type { Bulk, BulkAction } from '../ui/list/declaration.ts';
import { uploadProductsCall } from './contract.ts';
import { ProfilesSelect } from './widgets/profiles-select.tsx';
import { useProfiles } from './widgets/use-profiles.ts';

/** The upload of the products that are ticked; undefined where no channel takes products. */
export function useUploadBulk(): Bulk | undefined {
  const profiles = useProfiles();
  return profiles.length === 0 ? undefined : { actions: [upload] };
}

function Fields({ onChange }: { onChange: (given: Record<string, string>) => void }) {
  const profiles = useProfiles();
  const [chosen, setChosen] = useState<string[]>([]);
  const choose = (ids: string[]) => {
    setChosen(ids);
    onChange({ profiles: ids.join('\n') });
  };
  return <ProfilesSelect profiles={profiles} value={chosen} onChange={choose} />;
}

const upload: BulkAction = {
  label: 'Upload to marketplace',
  verb: 'Upload',
  text: 'Each product is put up for sale in the profiles that you choose; where it is already, its details are changed.',
  Fields,
  async run(target, given) {
    const profiles = given.profiles?.split('\n').filter(Boolean) ?? [];
    const productIds = 'ids' in target ? target.ids.map(Number) : [];
    const { message, runId } = await call(uploadProductsCall, { body: { profiles, productIds } });
    showAlert('success', message, alertMs, { label: 'See the run', to: href('/activity/:id', { id: String(runId) }) });
  },
};
