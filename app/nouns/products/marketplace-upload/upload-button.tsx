import { OpenButton } from '../../../ui/dialog/open-button.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { useProfiles } from './widgets/use-profiles.ts';

const UploadDialog = lazily(() => import('./widgets/upload-dialog.tsx'));

/** Opens the upload of a product; not there where no channel takes products. */
export function UploadButton({ product }: { product: { id: number; sku: string } }) {
  const profiles = useProfiles();
  if (profiles.length === 0) return null;
  return (
    <OpenButton dialog={(close) => <UploadDialog product={product} profiles={profiles} onClose={close} />}>
      Upload to marketplace
    </OpenButton>
  );
}
