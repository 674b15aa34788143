import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazily } from '../../../ui/lazily.tsx';
import { useProfiles } from './widgets/use-profiles.ts';

const UploadDialog = lazily(() => import('./widgets/upload-dialog.tsx'));

/** Opens the upload of a product; not there where no channel takes products. */
export function UploadButton({ product }: { product: { id: number; sku: string } }) {
  const profiles = useProfiles();
  const [isOpen, setOpen] = useState(false);
  if (profiles.length === 0) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Upload to marketplace
      </Button>
      {isOpen && <UploadDialog product={product} profiles={profiles} onClose={() => setOpen(false)} />}
    </>
  );
}
