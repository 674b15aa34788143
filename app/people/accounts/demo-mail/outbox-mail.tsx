import { Box, Group, Text } from '@mantine/core';
import type { Reply } from '../../../../platform/endpoint.ts';
import { RelativeTime } from '../../../ui/time/relative-time.tsx';
import type { listOutbox } from '../contract.ts';

type Mail = Reply<typeof listOutbox>['mails'][number];

/** A mail as its recipient would see it, with working links. */
export function OutboxMail({ mail: { to, subject, text, at } }: { mail: Mail }) {
  return (
    <Box component="li" py={14}>
      <Group justify="space-between" gap="2px 16px" mb={6}>
        <strong>{subject}</strong>
        <Text span size="sm" c="dimmed">
          to {to} · <RelativeTime at={at} />
        </Text>
      </Group>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text.split(/(https?:\/\/\S+)/).map((part) =>
          /^https?:/.test(part) ? (
            <a key={part} href={part}>
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </Text>
    </Box>
  );
}
