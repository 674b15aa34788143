import { ActionIcon, Group } from '@mantine/core';
import { IconFile, IconTrash } from '@tabler/icons-react';
import { showFailure } from '../../../ui/alerts/alerts.ts';
import { WithQuestion } from '../../../ui/dialog/with-question.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { writeFileSize } from '../../../ui/words/file-size.ts';
import type { Attachment } from '../../files/contract.ts';
import { deleteTicketFileCall } from '../files/files-contract.ts';
import { fileNotDeleted } from '../ticket.ts';
import classes from './files.module.css';

type Props = { ticketId: number; files: readonly Attachment[]; onDeleted?: (id: number) => void };

/** The files of a message: pictures are shown, everything else is downloaded. */
export function FileList({ ticketId, files, onDeleted }: Props) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.files} aria-label="Files">
      {files.map((file) => (
        <li key={file.id} className={classes.file}>
          {file.picture ? (
            <a href={file.address} target="_blank" rel="noreferrer">
              <img src={file.address} alt={file.name} loading="lazy" className={classes.picture} />
            </a>
          ) : (
            <IconFile size={18} stroke={1.6} aria-hidden />
          )}
          <Group gap={8} wrap="nowrap">
            <a href={`${file.address}?download=`} className={classes.name}>
              {file.name}
            </a>
            <span className="faint figure">{writeFileSize(file.bytes)}</span>
            {file.deletable && <DeleteFile ticketId={ticketId} file={file} onDeleted={onDeleted} />}
          </Group>
        </li>
      ))}
    </ul>
  );
}

function DeleteFile({ ticketId, file: { id, name }, onDeleted }: Omit<Props, 'files'> & { file: Attachment }) {
  const save = useSave();
  const remove = () =>
    save(deleteTicketFileCall, { params: { id: ticketId, fileId: id } }, () => onDeleted?.(id)).catch((error: unknown) =>
      showFailure(error, fileNotDeleted),
    );
  return (
    <WithQuestion
      button={(ask) => (
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`Delete ${name}`} onClick={ask}>
          <IconTrash size={15} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
      title={`Delete “${name}”?`}
      verb="Delete"
      danger
      run={remove}
    />
  );
}
