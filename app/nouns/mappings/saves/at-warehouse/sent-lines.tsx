import '@mantine/core/styles/List.layer.css';
import { List } from '@mantine/core';
import { WholeNumbers } from '../../../../ui/text/whole-numbers.tsx';
import type { SentParts } from '../contract.ts';

/** What becomes of orders at the warehouse: one kind of them in a sentence, several in a line each below the head. */
export function SentLines({ head, parts }: SentParts) {
  const [only, ...others] = parts;
  if (others.length === 0)
    return (
      <p>
        <WholeNumbers text={`${head} ${only}.`.trimStart()} />
      </p>
    );
  return (
    <>
      {head !== '' && <p>{head}</p>}
      <List size="sm" spacing={4} mt={4} style={{ listStyleType: 'disc', paddingLeft: 18 }}>
        {parts.map((line) => (
          <List.Item key={line}>
            <WholeNumbers text={line} />
          </List.Item>
        ))}
      </List>
    </>
  );
}
