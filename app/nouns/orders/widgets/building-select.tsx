import { NativeSelect } from '@mantine/core';

/** What stands for no choice of a person: calls take blanks as none. */
export const asMapped = ' ';
export const asMappedLabel = 'As the mapping says';

type Props = {
  label: string | undefined;
  buildings: readonly { code: string; name: string }[];
  value: string;
  onChange: (code: string) => void;
};

/** From which building of the warehouse orders leave. With one alone there is no choice. */
export function BuildingSelect({ buildings, onChange, ...select }: Props) {
  if (buildings.length < 2) return null;
  return (
    <NativeSelect
      {...select}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: 'As it is' },
        { value: asMapped, label: asMappedLabel },
        ...buildings.map(({ code, name }) => ({ value: code, label: name })),
      ]}
    />
  );
}
