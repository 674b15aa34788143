import { ActionIcon, Group } from '@mantine/core';
import { IconFile, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { href, useNavigate } from 'react-router';
import { flashMs, showAlert, showError } from '../../../ui/alerts/alerts.ts';
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts';
import { type Typed, useSending } from '../../../ui/plain-form.tsx';
import { writeFileSize } from '../../../ui/words/file-size.ts';
import { documentTooLarge, largestDocument } from '../../files/limits.ts';
import { mostFiles } from '../contract.ts';
import { AttachButton } from './attach-button.tsx';
import classes from './files.module.css';
import { sendRequest } from './send-request.ts';

/** The files of a ticket that is still being written, and how it is sent with them. */
export function useRequestFiles() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const navigate = useNavigate();
  const { busy, faults, send } = useSending(async (typed: Typed) => {
    const { id, failure } = await sendRequest(typed, files);
    if (failure) showError(failure);
    else showAlert('success', 'The ticket was created.', flashMs);
    await navigate(href('/support-tickets/:id', { id: String(id) }));
  });
  const add = (more: readonly File[]) => {
    for (const { name, size } of more) if (size > largestDocument) showAlert('danger', `${name}: ${documentTooLarge}`);
    const all = [...files, ...more.filter(({ size }) => size <= largestDocument)];
    if (all.length > mostFiles) showAlert('danger', `A message has at most ${mostFiles} files. The others can follow in the next one.`);
    setFiles(all.slice(0, mostFiles));
  };
  return { files, busy, faults, send, add, remove: (gone: File) => setFiles(files.filter((file) => file !== gone)) };
}

type Props = Pick<ReturnType<typeof useRequestFiles>, 'files' | 'add' | 'remove'>;

/** What was chosen, and the button that chooses more. They are sent with the form. */
export function RequestFiles({ files, add, remove }: Props) {
  const hydrated = useHydrated();
  return (
    // Without JavaScript there is nothing to press, and its place does not come later.
    <div style={{ visibility: hydrated ? undefined : 'hidden' }}>
      {files.length > 0 && (
        <ul className={classes.files} aria-label="Files">
          {files.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice.
            <li key={at} className={classes.file}>
              <IconFile size={18} stroke={1.6} aria-hidden />
              <Group gap={8} wrap="nowrap">
                <span className={classes.name}>{file.name}</span>
                <span className="faint figure">{writeFileSize(file.size)}</span>
                <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`Leave out ${file.name}`} onClick={() => remove(file)}>
                  <IconTrash size={15} stroke={1.6} aria-hidden />
                </ActionIcon>
              </Group>
            </li>
          ))}
        </ul>
      )}
      <AttachButton onFiles={add} />
    </div>
  );
}
