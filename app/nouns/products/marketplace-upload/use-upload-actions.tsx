import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { alertMs, showAlert } from '../../../ui/alerts/alerts.ts';
import { lazily } from '../../../ui/lazily.tsx';
import type { BulkAction } from '../../../ui/list/declaration.ts';
import { uploadProductsCall, uploadStatusCall } from './contract.ts';

/** The upload of the products that are selected; none where no channel takes products. */
export function useUploadActions(): readonly BulkAction[] {
  const [isTaken, setTaken] = useState(false);
  // Without the cache of what is read, which the list would wait for; the dialog has it.
  useEffect(() => {
    const page = new AbortController();
    call(uploadStatusCall, {}, page.signal).then(
      (status) => setTaken((status?.profiles.length ?? 0) > 0),
      () => undefined,
    );
    return () => page.abort();
  }, []);
  return isTaken ? [upload] : [];
}

const Fields = lazily(() => import('./widgets/profiles-field.tsx'));

const upload: BulkAction = {
  label: 'Upload to marketplace',
  verb: 'Upload',
  text: 'Each product is put up for sale in the profiles that you choose; where it is already, its details are changed.',
  ...{ needs: 'profiles', lacking: 'Choose a profile.', Fields },
  async run(target, given) {
    const profiles = given.profiles?.split('\n').filter(Boolean) ?? [];
    const meant = 'ids' in target ? { productIds: target.ids.map(Number) } : { runId: target.runId };
    const { message, runId } = await call(uploadProductsCall, { body: { profiles, ...meant } });
    showAlert('success', message, alertMs, { label: 'See the run', to: href('/activity/:id', { id: String(runId) }) });
  },
};
