import { Text } from '@mantine/core';
import { ShortTable } from '../../../ui/blocks/short-table.tsx';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { mostPreviewed } from './previewed.ts';

type Props = {
  /** How many change, and how many stay as they are, by the reason. */
  preview: { changes: number; left: readonly { reason: string; records: number }[] };
  words: { one: string; many: string };
  /** How many records are selected. */
  selected: number;
  /** The first that change, and what becomes of each. */
  examples: readonly { id: number; name: string; change: React.ReactNode }[];
};

/** What a bulk action would do: how many records change, why others stay, and the first ones. */
export function BulkPreview({ preview: { changes, left }, words: { one, many }, selected, examples }: Props) {
  return (
    <div role="status">
      <Text size="sm" c="var(--text)">
        {selected > mostPreviewed && `Of the first ${mostPreviewed.toLocaleString('en-US')}: `}
        {countedWords(changes, `${one} changes`, `${many} change`)}.
      </Text>
      {left.map(({ reason, records }) => (
        <Text key={reason} size="sm">
          {countedWords(records, `${one} stays`, `${many} stay`)} as {records === 1 ? 'it is' : 'they are'}: {reason}
        </Text>
      ))}
      {examples.length > 0 && (
        <ShortTable>
          <tbody>
            {examples.map(({ id, name, change }) => (
              <tr key={id}>
                <td className="mono">{name}</td>
                <td>{change}</td>
              </tr>
            ))}
          </tbody>
        </ShortTable>
      )}
    </div>
  );
}
