import { ActionIcon, Flex, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopied } from '../hooks/use-copied.ts';

/** A number or code in the monospaced face, one press from the clipboard. */
export function CopyText({ text, children, label = 'Copy' }: { text: string; children?: React.ReactNode; label?: string }) {
  const { copied, copy } = useCopied(text);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Flex component="span" display="inline-flex" align="center" gap={2} maw="100%">
      <Text span inherit className="mono" style={{ overflowWrap: 'anywhere' }}>
        {children ?? text}
      </Text>
      <ActionIcon
        size={24}
        c={copied ? 'var(--green)' : 'var(--text-faint)'}
        onClick={copy}
        aria-label={copied ? 'Copied' : `${label} ${text}`}
        title={copied ? 'Copied' : label}
      >
        <Icon size={14} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Flex>
  );
}
