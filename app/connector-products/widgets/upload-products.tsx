import { Button, FileButton } from '@mantine/core';
import { useRevalidator } from 'react-router';
import { call } from '../../../platform/call.ts';
import { showAlert } from '../../ui/alerts/alerts.ts';
import { uploadListingsCall } from '../listing-contract.ts';
import { showFailure } from './link-failure.ts';

/** Takes the products of a channel that does not tell them from a CSV file. */
export function UploadProducts({ slug }: { slug: string }) {
  const { revalidate } = useRevalidator();
  const upload = async (file: File | null) => {
    if (!file) return;
    const body = new FormData();
    body.append('file', file);
    try {
      const { message, alertType } = await call(uploadListingsCall, { params: { name: slug }, body });
      showAlert(alertType === 'success' ? 'success' : 'danger', message);
    } catch (error) {
      showFailure(error);
    }
    await revalidate();
  };
  return (
    <FileButton onChange={upload} accept=".csv,.txt,.tsv,text/csv">
      {({ onClick }) => {
        return (
          <Button variant="default" onClick={onClick}>
            Upload products file
          </Button>
        );
      }}
    </FileButton>
  );
}
