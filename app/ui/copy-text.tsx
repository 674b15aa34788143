import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { showAlert } from './alerts/alerts.ts';
import classes from './copy-text.module.css';

/** A number or code in the monospaced face, one press from the clipboard. */
export function CopyText({ text, children, label = 'Copy' }: { text: string; children?: React.ReactNode; label?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(setCopied, 1_500, false);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => showAlert('warning', 'The browser does not allow copying here. Select the text and copy it by hand.'),
    );
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <span className={classes.copy}>
      <span className="mono">{children ?? text}</span>
      <button
        type="button"
        onClick={copy}
        aria-label={copied ? 'Copied' : `${label} ${text}`}
        title={copied ? 'Copied' : label}
        data-copied={copied || undefined}
      >
        <Icon size={14} stroke={1.8} aria-hidden />
      </button>
    </span>
  );
}
