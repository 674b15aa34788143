import '@mantine/core/styles/List.layer.css';
import { List } from '@mantine/core';

/**
 * What becomes of orders at the warehouse, each kind of them in a line of its own: `2 orders went to the warehouse otherwise:` first.
 * `short`: those that have left are one line, by their numbers.
 */
export function SentLines({ words, short = false }: { words: string; short?: boolean }) {
  const { head, parts } = partsOf(words);
  const lines = short ? withoutDetails(parts) : parts;
  if (lines.length < 2 && lines.length === parts.length) return <p>{words}</p>;
  return (
    <>
      {head !== '' && <p>{head}</p>}
      <List size="sm" spacing={4} mt={4} style={{ listStyleType: 'disc', paddingLeft: 18 }}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </>
  );
}

/** The sentence is put together by `sentInWords`: a head with a colon, and its parts between semicolons. */
function partsOf(words: string): { head: string; parts: string[] } {
  const [, head = '', rest = words] = /^(\d[\d,]* orders? went to the warehouse otherwise:) (.+)$/s.exec(words) ?? [];
  return { head, parts: rest.replace(/\.$/, '').split('; ') };
}

const leftOne = /^(\S+) left (?:on .+? )?with /;
const leftMore = /^(\d+) more have left$/;

/** `SO-3, SO-2 and 4 more have left already` in place of a line each that says with what. */
function withoutDetails(parts: readonly string[]): string[] {
  const named = parts.flatMap((part) => leftOne.exec(part)?.[1] ?? []);
  if (named.length < 2) return [...parts];
  const more = parts.flatMap((part) => leftMore.exec(part)?.[1] ?? [])[0];
  const others = parts.filter((part) => !leftOne.test(part) && !leftMore.test(part));
  const names = more ? `${named.join(', ')} and ${more} more` : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
  return [...others, `${names} have left already`];
}
