import '@mantine/core/styles/Anchor.layer.css';
import { Anchor, Stack, Text } from '@mantine/core';
import { Example } from '../../../ui/blocks/example.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { CopyText } from '../../../ui/text/copy-text.tsx';

/** Where this account's systems call, and where what they may call is described. */
export function HowToCall({ origin }: { origin: string }) {
  return (
    <Section title="How to call">
      <Stack gap={10} align="flex-start">
        <Text>
          The base address is <CopyText text={`${origin}/v1`} />
        </Text>
        <Example text={`curl ${origin}/v1/key \\\n  -H 'Authorization: Bearer xdk_…'`} />
        <Anchor href="/v1/openapi.json">All calls, as an OpenAPI document</Anchor>
        <Text mt={8} maw={640}>
          An agent connects by the Model Context Protocol to <CopyText text={`${origin}/mcp`} /> with the same header, or without one: then
          its program leads you to a page where you allow what it may do. A person confirms on a page whatever makes goods leave.
        </Text>
      </Stack>
    </Section>
  );
}
