import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useRef } from 'react';

/** Chooses files, several at once. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Cleared, so that the same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button variant="default" leftSection={<IconPaperclip size={16} stroke={1.6} aria-hidden />} onClick={() => input.current?.click()}>
        Attach files
      </Button>
    </>
  );
}
