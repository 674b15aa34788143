import { List } from '@mantine/core';

/** What becomes of orders at the warehouse, each kind of them in a line of its own: `2 orders went to the warehouse otherwise:` first. */
export function SentLines({ words }: { words: string }) {
  const { head, parts } = partsOf(words);
  if (parts.length < 2) return <p>{words}</p>;
  return (
    <>
      {head !== '' && <p>{head}</p>}
      <List size="sm" spacing={4} mt={4} pl={4}>
        {parts.map((part) => (
          <List.Item key={part}>{part}</List.Item>
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
