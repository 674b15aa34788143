import { FileButton, Input, UnstyledButton } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useHydrated } from '../../ui/hooks/use-hydrated.ts';
import classes from './drop-zone.module.css';

type Props = {
  onChoose: (file: File) => void;
  error?: string | null;
  /** While the file is being sent. */
  busy?: boolean;
  /** As one line, inside a page. */
  isSlim?: boolean;
  children: React.ReactNode;
};

const accepted = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain';

/** Takes a CSV file that is dropped on it, or chosen by a click. */
export function DropZone({ onChoose, error = null, busy = false, isSlim = false, children }: Props) {
  const [isOver, setOver] = useState(false);
  const [isSeveral, setSeveral] = useState(false);
  const forget = useRef<() => void>(null);
  const errorId = useId();
  const hydrated = useHydrated();
  useNoDropBeside();
  const choose = (files: readonly File[]) => {
    setSeveral(files.length > 1);
    if (files.length === 1 && files[0] && !busy) onChoose(files[0]);
    // The same file can be chosen again, once it was mended.
    forget.current?.();
  };
  const refusal = isSeveral ? 'Drop one file at a time.' : error;
  return (
    <div>
      <FileButton accept={accepted} resetRef={forget} onChange={(file) => file && choose([file])}>
        {({ onClick }) => (
          <UnstyledButton
            className={classes.zone}
            data-slim={isSlim || undefined}
            data-over={isOver || undefined}
            data-wrong={refusal !== null || undefined}
            disabled={!hydrated}
            aria-busy={busy}
            aria-describedby={refusal === null ? undefined : errorId}
            onClick={busy ? undefined : onClick}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={(event) => {
              event.preventDefault();
              setOver(false);
              choose([...event.dataTransfer.files]);
            }}
          >
            <IconFileTypeCsv size={isSlim ? 18 : 26} stroke={1.5} aria-hidden />
            <span>{children}</span>
          </UnstyledButton>
        )}
      </FileButton>
      {refusal !== null && (
        <Input.Error id={errorId} role="alert" pt={4}>
          {refusal}
        </Input.Error>
      )}
    </div>
  );
}

/** A file that misses the zone does not take the place of the page. */
function useNoDropBeside() {
  useEffect(() => {
    const stay = (event: DragEvent) => event.preventDefault();
    window.addEventListener('dragover', stay);
    window.addEventListener('drop', stay);
    return () => {
      window.removeEventListener('dragover', stay);
      window.removeEventListener('drop', stay);
    };
  }, []);
}
