import { Text } from '@mantine/core';

const shownAtOnce = 3;

/** The serial numbers of units: the first ones, and the others once a person opens them. */
export function Serials({ numbers }: { numbers: readonly string[] }) {
  if (numbers.length === 0) return null;
  const [first, others] = [numbers.slice(0, shownAtOnce), numbers.slice(shownAtOnce)];
  return (
    <Text component="div" size="xs" c="dimmed" ff="text" style={{ overflowWrap: 'anywhere' }}>
      {numbers.length === 1 ? 'Serial' : 'Serials'} <span className="mono">{first.join(', ')}</span>
      {others.length > 0 && (
        <details>
          <summary>and {others.length.toLocaleString('en-US')} more</summary>
          <span className="mono">{others.join(', ')}</span>
        </details>
      )}
    </Text>
  );
}
