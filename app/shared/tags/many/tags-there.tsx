import { Checkbox, Stack, Text } from '@mantine/core';
import { mostOfRecord, type Tag } from '../tag.ts';

type Props = {
  /** The tags that some of the records have, with how many have each; undefined until that is known. */
  tags: readonly (Tag & { records: number })[] | undefined;
  /** The ids of those that are ticked, between commas. */
  chosen: string;
  onChange: (chosen: string) => void;
};

/** The tags that the selected records have, to tick those that are taken off. */
export function TagsThere({ tags, chosen, onChange }: Props) {
  const ids = chosen.split(',').filter(Boolean);
  const toggle = (id: string) => onChange((ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]).join(','));
  if (tags?.length === 0) return <Text role="status">None of them has a tag.</Text>;
  return (
    <Stack gap="sm" role="group" aria-label="Tags" style={{ maxHeight: 240, overflowY: 'auto' }}>
      {tags?.map(({ id, name, records }) => (
        <Checkbox
          key={id}
          label={`${name} (${records.toLocaleString('en-US')})`}
          checked={ids.includes(String(id))}
          disabled={ids.length >= mostOfRecord && !ids.includes(String(id))}
          onChange={() => toggle(String(id))}
        />
      ))}
    </Stack>
  );
}
