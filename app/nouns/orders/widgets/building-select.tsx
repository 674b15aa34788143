import { NativeSelect } from '@mantine/core';

/** What stands for no choice of a person: calls take blanks as none. */
export const asMapped = ' ';
export const asMappedLabel = 'As the mapping says';

type Props = {
  label: string | undefined;
  buildings: readonly { code: string; name: string }[];
  /** Whether somebody chose one of an order before: that can be given back, however many there are now. */
  isChosen: boolean;
  value: string;
  onChange: (code: string) => void;
};

/** From which building of the warehouse orders leave. With one alone, and none chosen before, there is no choice. */
export function BuildingSelect({ buildings, isChosen, onChange, ...select }: Props) {
  if (buildings.length < 2 && !isChosen) return null;
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
