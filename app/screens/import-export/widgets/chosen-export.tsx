import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { FilterKind } from '../../../nouns/catalogue/export/contract.ts';
import { itemsExportTexts } from '../../../nouns/catalogue/export/texts.ts';
import type { Narrowing } from '../../../nouns/catalogue/export/use-items-export.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { errorMessage } from '../../../ui/words/error-message.ts';

type Option = { value: string; label: string; disabled?: boolean };
type Props = {
  label: string;
  by: FilterKind;
  options?: Option[];
  /** Options that are looked up when the list is opened, and as a person types. */
  find?: (q: string) => Promise<Option[]>;
  disabled: boolean;
  run: (narrowing: Narrowing) => Promise<void>;
};

/** Chooses what to export; nothing happens before something is chosen. */
export function ChosenExport({ label, by, options = [], find, disabled, run }: Props) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { found, says } = useFound(isOpen ? find : undefined, search);
  // What was chosen stays an option when another word is looked up.
  const [chosenOptions, setChosenOptions] = useState<Option[]>([]);
  const all = find ? [...chosenOptions, ...found.filter(({ value }) => !chosenOptions.some((option) => option.value === value))] : options;
  const choose = (values: string[]) => {
    setChosen(values);
    setChosenOptions(all.filter(({ value }) => values.includes(value)));
  };
  return (
    <>
      <MultiSelect
        w={340}
        maw="100%"
        styles={middle}
        label={label}
        placeholder={chosen.length === 0 ? itemsExportTexts.placeholder : ''}
        data={all}
        value={chosen}
        onChange={choose}
        searchValue={search}
        onSearchChange={setSearch}
        onDropdownOpen={() => setOpen(true)}
        nothingFoundMessage={find ? says : itemsExportTexts.noOptions}
        maxDropdownHeight={400}
        disabled={disabled}
        searchable
        clearable
      />
      <SubmitButton
        variant="default"
        disabled={disabled || chosen.length === 0}
        run={() => chosen.length > 0 && run({ filterBy: by, filterArray: chosen })}
        aria-label={`Export chosen ${label.toLowerCase()}`}
      >
        Export
      </SubmitButton>
    </>
  );
}

/** Its words stand in the middle of the field also where that is taller, under a finger. */
const middle = { input: { display: 'flex', alignItems: 'center' }, pillsList: { flex: 1 } } as const;

const patienceMs = 250;

/** What was found, and what is said where that is nothing. */
type Found = { found: Option[]; says: string };

function useFound(find: Props['find'], search: string): Found {
  const [result, setResult] = useState<Found>({ found: [], says: 'Searching…' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `find` is another function at each render
  useEffect(() => {
    if (!find) return undefined;
    let isCurrent = true;
    const timer = setTimeout(
      () =>
        find(search.split(' · ')[0] ?? '').then(
          (found) => isCurrent && setResult({ found, says: itemsExportTexts.noOptions }),
          (error) => isCurrent && setResult({ found: [], says: errorMessage(error) }),
        ),
      patienceMs,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [search, find !== undefined]);
  return result;
}
