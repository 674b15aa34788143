import { Button, FileInput, Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { href, useRevalidator } from 'react-router';
import { CallError, call } from '../../../../platform/call.ts';
import { undoImportCall } from '../../../shared/imports/contract.ts';
import { alertMs, showAlert, showFailure } from '../../../ui/alerts/alerts.ts';
import { showUndoable } from '../../../ui/alerts/undoable.ts';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts';
import { useUpload } from '../../../ui/hooks/use-upload.ts';
import { aliasTexts, importAliasesCall, mappingColumns } from './aliases/contract.ts';

type Channels = readonly { slug: string; name: string }[];
type Props = {
  channels: Channels;
  /** The names of reports that the server has by now: each can be cancelled where its progress is. */
  running: readonly string[];
};

/** Uploads a listing report of a channel, so that its order lines find their products. */
export function AliasesForm({ channels, running }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [column, setColumn] = useState<string>('seller-sku');
  const [chosen, setChosen] = useState(channels.length === 1 ? channels[0]?.slug : '');
  const { isSending, send, giveUp } = useSending();
  // What was chosen before would be applied otherwise as what is shown first.
  const hydrated = useHydrated();
  // Of several, a person says which; one that was disconnected in the meantime is chosen no longer.
  const channel = channels.find(({ slug }) => slug === chosen)?.slug ?? '';
  const upload = async () => {
    if (!column) return void showAlert('danger', aliasTexts.noColumn);
    if (!file) return void showAlert('danger', aliasTexts.noFile);
    if (!channel) return void showAlert('danger', aliasTexts.whichChannel);
    if (await send({ file, column, channel })) setFile(null);
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
          disabled={!hydrated}
          onChange={({ currentTarget }) => setColumn(currentTarget.value)}
        />
        <NativeSelect
          label="Channel"
          data={choicesOf(channels, channel)}
          value={channel}
          disabled={!hydrated || channels.length === 0}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      </Group>
      <FormButtons>
        {isSending && !running.includes(file?.name ?? '') && (
          <Button variant="default" onClick={giveUp}>
            Cancel
          </Button>
        )}
        <SubmitButton variant="default" run={upload} reason={channels.length === 0 && 'Connect a channel first.'}>
          Import aliases
        </SubmitButton>
      </FormButtons>
    </Stack>
  );
}

function choicesOf(channels: Channels, chosen: string) {
  const choices = channels.map(({ slug, name }) => ({ value: slug, label: name }));
  if (chosen !== '') return choices;
  return [{ value: '', label: channels.length === 0 ? 'None is connected' : 'Choose a channel' }, ...choices];
}

/** Sends reports; whoever leaves in the meantime, or gives it up, ends that. */
function useSending() {
  const [isSending, setSending] = useState(false);
  const { begin, giveUp } = useUpload();
  const { revalidate } = useRevalidator();
  const send = async (report: Report) => {
    const signal = begin();
    setSending(true);
    try {
      return await sendAliases(report, revalidate, signal);
    } finally {
      setSending(false);
      if (!signal.aborted) await revalidate();
    }
  };
  const endIt = () => {
    giveUp();
    showAlert('info', aliasTexts.givenUp);
    return revalidate();
  };
  return { isSending, send, giveUp: endIt };
}

type Report = { file: File; column: string; channel: string };

/**
 * Uploads a report, and shows what came of it, with Undo beside it where it linked something, or that it goes on. Returns whether it
 * was taken.
 */
export async function sendAliases({ file, column, channel }: Report, onUndone: () => unknown, signal?: AbortSignal): Promise<boolean> {
  const body = new FormData();
  body.set('mappingColumn', column);
  body.set('connector', channel);
  body.set('uploadedFile', file);
  try {
    const { message, alertType, importId, linked } = await call(importAliasesCall, { body }, signal);
    if (linked > 0) showUndoable({ text: message, level: alertType, what: 'links', undo: () => undo(importId, onUndone) });
    else
      showAlert(alertType, message, alertMs, {
        label: alertType === 'info' ? 'See the import' : 'See each row',
        to: href('/imports/:id', { id: String(importId) }),
      });
    return true;
  } catch (error) {
    if (signal?.aborted) return false;
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
