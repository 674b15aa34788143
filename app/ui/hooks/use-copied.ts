import { useClipboard } from '@mantine/hooks';
import { useEffect } from 'react';
import { showAlert } from '../alerts/alerts.ts';

/** Copies a text, and says for a moment that it did. */
export function useCopied(text: string): { copied: boolean; copy: () => void } {
  const { copied, copy, error } = useClipboard({ timeout: 1_500 });
  useEffect(() => {
    if (error) showAlert('warning', 'The browser does not allow copying here. Select the text and copy it by hand.');
  }, [error]);
  return { copied, copy: () => copy(text) };
}
