import { useState } from 'react';
import { href } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { alertMs, showAlert } from '../../../ui/alerts/alerts.ts';
import type { BulkAction } from '../../../ui/list/declaration.ts';
import { uploadProductsCall } from './contract.ts';
import { ProfilesSelect } from './widgets/profiles-select.tsx';
import { useProfiles } from './widgets/use-profiles.ts';

/** The upload of the products that are selected; none where no channel takes products. */
export function useUploadActions(): readonly BulkAction[] {
  return useProfiles().length === 0 ? [] : [upload];
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
  ...{ needs: 'profiles', Fields },
  async run(target, given) {
    const profiles = given.profiles?.split('\n').filter(Boolean) ?? [];
    const meant = 'ids' in target ? { productIds: target.ids.map(Number) } : { runId: target.runId };
    const { message, runId } = await call(uploadProductsCall, { body: { profiles, ...meant } });
    showAlert('success', message, alertMs, { label: 'See the run', to: href('/activity/:id', { id: String(runId) }) });
  },
};
