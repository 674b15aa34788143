import { useEffect, useState } from 'react';
import { showAlert } from './alerts/alerts.ts';

const shownMs = 1_500;

/** Copies a text, and says for a moment that it did. */
export function useCopied(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(setCopied, shownMs, false);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showAlert('warning', 'The browser does not allow copying here. Select the text and copy it by hand.');
    }
  };
  return { copied, copy };
}
