import { Flex, Group, Stack, Text } from '@mantine/core';
import { Facts } from '../../../../ui/blocks/facts.tsx';
import { Payload } from '../../../../ui/blocks/payload.tsx';
import { CopyText } from '../../../../ui/text/copy-text.tsx';
import { ExactTime } from '../../../../ui/time/relative-time.tsx';
import classes from './exchange-detail.module.css';
import { type LogEntry, resultWords, tookWords } from './log-entry.ts';

type Message = { headers: Record<string, string>; body: string | null };

/** The request and reply of an exchange with their headers and, while they are kept, their bodies. */
export function ExchangeDetail({ exchange }: { exchange: LogEntry & { request: unknown; response: unknown } }) {
  const { method, url, status, took_ms, result, subject, at, edited_by } = exchange;
  const [request, response] = [exchange.request as Message | null, exchange.response as Message | null];
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { label: 'Result', value: `${status ?? 'No reply'} · ${resultWords(result).sentence}` },
          { label: 'Date', value: <ExactTime at={at} seconds /> },
          { label: 'Took', value: tookWords(took_ms) },
          { label: 'Edited by', value: edited_by },
          subject !== null && { label: 'About', value: <CopyText text={subject} /> },
        ]}
      />
      <Group gap={8} wrap="nowrap" fz="sm">
        <strong>{method}</strong> <CopyText text={url} label="Copy address" />
      </Group>
      {request ? <Part title="Request" message={request} /> : <Gone>Headers and bodies are kept for 14 days.</Gone>}
      {response && <Part title="Reply" message={response} />}
      {request && !response && <Gone>No reply came.</Gone>}
    </Stack>
  );
}

function Part({ title, message: { headers, body } }: { title: string; message: Message }) {
  return (
    <Flex component="section" direction="column" gap={8} pt={12} className={classes.part} aria-label={title}>
      <h3>{title}</h3>
      <div className="mono">
        <Facts facts={Object.entries(headers).map(([label, value]) => ({ label, value }))} />
      </div>
      {body ? <Payload content={body} label={`${title} body`} /> : <Gone>Without a body.</Gone>}
    </Flex>
  );
}

const Gone = ({ children }: { children: React.ReactNode }) => (
  <Text size="sm" c="var(--text-faint)">
    {children}
  </Text>
);
