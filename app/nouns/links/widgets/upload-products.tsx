import { FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import type { Encoding } from '../../../shared/imports/reading/encodings/list.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { BusyButton } from '../../../ui/buttons/busy-button.tsx';
import { showFailure } from '../listings/link-failure.ts';
import { uploadListingsCall } from '../listings/listing-contract.ts';
import { EncodingDialog, type Unsure } from './encoding-dialog.tsx';

/** Takes the products of a channel that does not tell them from a CSV file. */
export function UploadProducts({ slug }: { slug: string }) {
  const [busy, setBusy] = useState(false);
  const [unsure, setUnsure] = useState<Unsure | null>(null);
  const clear = useRef<() => void>(null);
  const { revalidate } = useRevalidator();
  const upload = async (file: File | null, encoding?: Encoding) => {
    if (!file) return;
    // So that the same file can be chosen again, once it was mended.
    clear.current?.();
    setBusy(true);
    const body = new FormData();
    body.append('file', file);
    try {
      // 212 is no error to a browser.
      const reply = await call(uploadListingsCall, { params: { name: slug }, query: { encoding }, body });
      const readings = 'readings' in reply ? (reply.readings as Unsure['readings']) : null;
      if (readings) setUnsure({ file, readings });
      else showAlert(reply.alertType === 'success' ? 'success' : 'danger', reply.message);
    } catch (error) {
      showFailure(error);
    }
    setBusy(false);
    await revalidate();
  };
  return (
    <>
      <FileButton onChange={(file) => upload(file)} resetRef={clear} accept=".csv,.txt,.tsv,text/csv">
        {({ onClick }) => (
          <BusyButton variant="default" busy={busy} onClick={onClick}>
            Upload products file
          </BusyButton>
        )}
      </FileButton>
      {unsure && (
        <EncodingDialog
          unsure={unsure}
          onClose={() => setUnsure(null)}
          onChoose={async (encoding) => {
            setUnsure(null);
            await upload(unsure.file, encoding);
          }}
        />
      )}
    </>
  );
}
