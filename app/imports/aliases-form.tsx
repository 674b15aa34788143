import { FileInput, Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { CallError, call } from '../../platform/call.ts';
import { showAlert } from '../ui/alerts/alerts.ts';
import { FormButtons } from '../ui/form/form-buttons.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { aliasTexts, importAliasesCall, mappingColumns } from './aliases/contract.ts';

/** Uploads a listing report of a channel, so that its order lines find their products. */
export function AliasesForm({ channels }: { channels: readonly { slug: string; name: string }[] }) {
  const [file, setFile] = useState<File | null>(null);
  const [column, setColumn] = useState<string>('seller-sku');
  const [channel, setChannel] = useState(channels[0]?.slug ?? '');
  const upload = async () => {
    if (!column) showAlert('danger', aliasTexts.noColumn);
    else if (!file) showAlert('danger', aliasTexts.noFile);
    else await sendAliases({ file, column, channel });
  };
  return (
    <Stack gap={12} pt={8} w="fit-content">
      <Group align="start" gap="14px 20px">
        <FileInput
          w={300}
          label="Listing report"
          placeholder="Choose a file"
          accept=".txt,.tsv,.csv,text/plain,text/tab-separated-values"
          value={file}
          onChange={setFile}
        />
        <NativeSelect
          label="Mapping column"
          description="What order lines are matched by"
          inputWrapperOrder={['label', 'input', 'description']}
          data={[{ value: '', label: 'None' }, ...mappingColumns]}
          value={column}
          onChange={({ currentTarget }) => setColumn(currentTarget.value)}
        />
        <NativeSelect
          label="Channel"
          data={channels.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={channel}
          onChange={({ currentTarget }) => setChannel(currentTarget.value)}
        />
      </Group>
      <FormButtons>
        <SubmitButton variant="default" run={upload} reason={channels.length === 0 && 'Connect a channel first.'}>
          Import aliases
        </SubmitButton>
      </FormButtons>
    </Stack>
  );
}

/** Uploads a report, and shows what came of it. */
export async function sendAliases({ file, column, channel }: { file: File; column: string; channel: string }): Promise<void> {
  const body = new FormData();
  body.set('mappingColumn', column);
  body.set('connector', channel);
  body.set('uploadedFile', file);
  try {
    const { message, alertType } = await call(importAliasesCall, { body });
    showAlert(alertType, message);
  } catch (error) {
    const [first] =
      error instanceof CallError && error.status === 422 ? (error.fields.uploadedFile ?? Object.values(error.fields)[0] ?? []) : [];
    const tooLarge = error instanceof CallError && error.status === 413 ? error.errorMessage : undefined;
    showAlert('danger', first ?? tooLarge ?? aliasTexts.failed);
  }
}
