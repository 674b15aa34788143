import { Button, FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { showFailure } from '../listings/link-failure.ts';
import { uploadListingsCall } from '../listings/listing-contract.ts';

/** Takes the products of a channel that does not tell them from a CSV file. */
export function UploadProducts({ slug }: { slug: string }) {
  const [busy, setBusy] = useState(false);
  const clear = useRef<() => void>(null);
  const { revalidate } = useRevalidator();
  const upload = async (file: File | null) => {
    if (!file) return;
    // So that the same file can be chosen again, once it was mended.
    clear.current?.();
    setBusy(true);
    const body = new FormData();
    body.append('file', file);
    try {
      const { message, alertType } = await call(uploadListingsCall, { params: { name: slug }, body });
      showAlert(alertType === 'success' ? 'success' : 'danger', message);
    } catch (error) {
      showFailure(error);
    }
    setBusy(false);
    await revalidate();
  };
  return (
    <FileButton onChange={upload} resetRef={clear} accept=".csv,.txt,.tsv,text/csv">
      {({ onClick }) => (
        <Button variant="default" loading={busy} onClick={onClick}>
          Upload products file
        </Button>
      )}
    </FileButton>
  );
}
