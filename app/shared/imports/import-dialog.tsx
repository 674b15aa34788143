import { Box, Stack } from '@mantine/core';
import { useState } from 'react';
import { href, useNavigate } from 'react-router';
import { CallError, call } from '../../../platform/call.ts';
import { showAlert, showFailure } from '../../ui/alerts/alerts.ts';
import { SubmitButton } from '../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { useQuery } from '../../ui/hooks/use-query.ts';
import { useUpload } from '../../ui/hooks/use-upload.ts';
import { usePress } from '../../ui/use-press.ts';
import { writeFileSize } from '../../ui/words/file-size.ts';
import { type ImportedEntity, type LastImport, lastUploadCall, uploadCsvCall } from './contract.ts';
import { DropZone } from './drop-zone.tsx';
import { LastImportNote } from './last-import-note.tsx';
import { importTexts } from './texts.ts';

type Props = { entity: ImportedEntity; onClose: () => void };

/** Uploads a file and goes to its check. Nothing is changed before a person has seen what would be. */
export default function ImportDialog(props: Props) {
  return (
    <Dialog title={`Import ${props.entity.title.toLowerCase()}`} onClose={props.onClose}>
      <ImportForm {...props} />
    </Dialog>
  );
}

/** What is in it. */
export function ImportForm({ entity, onClose }: Props) {
  const { last, isFailed } = useLastImport(entity);
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string | null>(null);
  const navigate = useNavigate();
  const { begin } = useUpload();
  const { busy, press } = usePress(async () => {
    if (!file) return setError(importTexts.noFile);
    const signal = begin();
    const id = await uploadFile(entity, file, signal);
    if (id === null || signal.aborted) return;
    onClose();
    await navigate(href('/imports/:id', { id: String(id) }));
  });
  return (
    <>
      <Stack gap={16} pb={8}>
        {/* Two lines from the beginning: what is below stays where it is when the counts have come. */}
        <Box mih="2lh">
          {last !== undefined && <LastImportNote last={last} />}
          {isFailed && <p className="soft">What became of the last import could not be loaded.</p>}
        </Box>
        <DropZone
          error={error}
          busy={busy}
          onChoose={(chosen) => {
            setFile(chosen);
            setError(null);
          }}
        >
          {file ? (
            <>
              <strong>{file.name}</strong> {writeFileSize(file.size)}
              <br />
              <em>Choose another CSV file</em>
            </>
          ) : (
            <>
              Drop a CSV file here, or <em>choose one</em>
            </>
          )}
        </DropZone>
        <p className="soft">The file is checked first: nothing is changed until you apply it.</p>
        <p className="soft">
          Any encoding and delimiter, up to 200 MB. <a href={`/api/upload-csv/sample/${entity.number}`}>Sample CSV</a>
        </p>
      </Stack>
      <DialogButtons onCancel={onClose}>
        <SubmitButton run={press}>Import</SubmitButton>
      </DialogButtons>
    </>
  );
}

/** What became of the last file; undefined while it is not known. */
function useLastImport({ number, connector, last }: ImportedEntity): { last: LastImport | null | undefined; isFailed: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['last-import', number, connector],
    staleTime: 0,
    gcTime: 0,
    enabled: last === undefined,
    queryFn: ({ signal }) => call(lastUploadCall, { query: { entity_id: number, connector } }, signal),
  });
  return { last: last === undefined ? data : last, isFailed: isError };
}

/** `continues`: the import whose wrong rows the file has, mended. */
type UploadedTo = Pick<ImportedEntity, 'number' | 'connector'> & Partial<ImportedEntity> & { continues?: number };

/** Returns the import's id; null after an alert that says why there is none, or when it was given up. */
export async function uploadFile(
  { number: entityId, connector, continues }: UploadedTo,
  file: File,
  signal?: AbortSignal,
): Promise<number | null> {
  const body = new FormData();
  body.set('file', file);
  try {
    const reply = await call(uploadCsvCall, { params: { entityId }, query: { preview: '1', connector, continues }, body }, signal);
    if ('importId' in reply) return reply.importId;
    // 211 and 212 are no errors to a browser.
    showAlert('danger', (reply as { message: string }).message);
  } catch (error) {
    if (signal?.aborted) return null;
    const isExplained = error instanceof CallError && (error.status === 413 || error.status === 422);
    showFailure(error, isExplained ? error.errorMessage : importTexts.failed);
  }
  return null;
}
