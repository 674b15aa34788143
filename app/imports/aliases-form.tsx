import { FileInput, Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { href, useRevalidator } from 'react-router';
import { CallError, call } from '../../platform/call.ts';
import { alertMs, showAlert, showFailure } from '../ui/alerts/alerts.ts';
import { FormButtons } from '../ui/form/form-buttons.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { aliasTexts, importAliasesCall, mappingColumns } from './aliases/contract.ts';
import { undoImportCall } from './contract.ts';

/** Uploads a listing report of a channel, so that its order lines find their products. */
export function AliasesForm({ channels }: { channels: readonly { slug: string; name: string }[] }) {
  const [file, setFile] = useState<File | null>(null);
  const [column, setColumn] = useState<string>('seller-sku');
  const [channel, setChannel] = useState(channels[0]?.slug ?? '');
  const { revalidate } = useRevalidator();
  const upload = async () => {
    if (!column) return void showAlert('danger', aliasTexts.noColumn);
    if (!file) return void showAlert('danger', aliasTexts.noFile);
    if (await sendAliases({ file, column, channel }, revalidate)) setFile(null);
    await revalidate();
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
          data={channels.length === 0 ? ['None is connected'] : channels.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={channel}
          disabled={channels.length === 0}
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

type Report = { file: File; column: string; channel: string };

/** How long Undo stays beside what was linked, in ms: nothing that it mended leaves before. */
const undoMs = 10_000;

/**
 * Uploads a report, and shows what came of it, with Undo beside it where it linked something, or that it goes on. Returns whether it
 * was taken.
 */
export async function sendAliases({ file, column, channel }: Report, onUndone: () => unknown): Promise<boolean> {
  const body = new FormData();
  body.set('mappingColumn', column);
  body.set('connector', channel);
  body.set('uploadedFile', file);
  try {
    const { message, alertType, importId, linked } = await call(importAliasesCall, { body });
    if (linked > 0) showAlert(alertType, message, undoMs, { label: 'Undo', run: () => undo(importId, onUndone) });
    else
      showAlert(alertType, message, alertMs, {
        label: alertType === 'info' ? 'See the import' : 'See each row',
        to: href('/imports/:id', { id: String(importId) }),
      });
    return true;
  } catch (error) {
    const [first] =
      error instanceof CallError && error.status === 422 ? (error.fields.uploadedFile ?? Object.values(error.fields)[0] ?? []) : [];
    const tooLarge = error instanceof CallError && error.status === 413 ? error.errorMessage : undefined;
    showFailure(error, first ?? tooLarge ?? aliasTexts.failed);
    return false;
  }
}

async function undo(id: number, onUndone: () => unknown): Promise<void> {
  showAlert('success', (await call(undoImportCall, { params: { id } })).message);
  await onUndone();
}
