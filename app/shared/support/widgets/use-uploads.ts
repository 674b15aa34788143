import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { upload } from '../../../../platform/upload.ts';
import { showAlert, showError } from '../../../ui/alerts/alerts.ts';
import { documentTooLarge, largestDocument } from '../../files/limits.ts';
import { uploadFileCall } from '../files/files-contract.ts';

export type Upload = { key: number; name: string /** From 0 to 1. */; share: number };

/** Uploads files to a ticket, one after the other; the page then has them. One that fails says why, and the others go on. */
export function useUploads(ticketId: number): { running: Upload[]; add: (files: readonly File[]) => void } {
  const [running, setRunning] = useState<Upload[]>([]);
  const line = useRef<Promise<void>>(Promise.resolve());
  const next = useRef(0);
  const { revalidate } = useRevalidator();
  const send = async (key: number, file: File) => {
    const onProgress = (share: number) => setRunning((all) => all.map((each) => (each.key === key ? { ...each, share } : each)));
    try {
      if (file.size > largestDocument) showAlert('danger', `${file.name}: ${documentTooLarge}`);
      else await upload(uploadFileCall, { params: { id: ticketId }, file, onProgress });
    } catch (error) {
      showError(error);
    }
    await revalidate();
    setRunning((all) => all.filter((each) => each.key !== key));
  };
  const add = (files: readonly File[]) => {
    for (const file of files) {
      const key = next.current++;
      setRunning((all) => [...all, { key, name: file.name, share: 0 }]);
      line.current = line.current.then(() => send(key, file));
    }
  };
  return { running, add };
}
