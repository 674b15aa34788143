import { Button, Flex, Textarea } from '@mantine/core';
import { useCopied } from '../hooks/use-copied.ts';
import { layOutJson } from '../words/lay-out-json.ts';
import classes from './payload.module.css';

type Props = {
  /** JSON as text or as a value, or any other text. */
  content: unknown;
  /** Its label, as in `Reply`. */
  label: string;
};

/** A request or reply between systems, formatted. A text field, so that keys scroll it and select all of it. */
export function Payload({ content, label }: Props) {
  const text = formatted(content);
  const { copied, copy } = useCopied(text);
  return (
    <figure>
      <Flex component="figcaption" justify="space-between" align="center" gap={8} mb={6} fz="xs" fw={500} c="dimmed">
        <span>{label}</span>
        <Button size="xs" variant="default" onClick={copy} aria-label={copied ? 'Copied' : `Copy ${label.toLowerCase()}`}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </Flex>
      <Textarea readOnly resize="vertical" classNames={classes} value={text} aria-label={label} spellCheck={false} />
    </figure>
  );
}

/** Text that is not JSON stays as it is. */
function formatted(content: unknown): string {
  if (typeof content !== 'string') return JSON.stringify(content, null, 2) ?? '';
  return /^\s*[{[]/.test(content) ? layOutJson(content) : content;
}
