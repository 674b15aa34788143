import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './copy-text.module.css';
import { useCopied } from './use-copied.ts';

/** A number or code in the monospaced face, one press from the clipboard. */
export function CopyText({ text, children, label = 'Copy' }: { text: string; children?: React.ReactNode; label?: string }) {
  const { copied, copy } = useCopied(text);
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
