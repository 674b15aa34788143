import { nouns } from '../../base/nouns.ts';
import { SubmitButton } from '../../ui/buttons/submit-button.tsx';
import type { FiledRecord } from '../exports/files-of.ts';
import { ImportButton } from '../imports/import-button.tsx';

type Props = {
  name: FiledRecord;
  /** By which calls name its files; null for who may not import. */
  number: number | null;
  /** Exports what the list is narrowed to, on all its pages. */
  onExport: () => Promise<void>;
};

/** Imports a file, and exports what a list shows: the buttons beside its title. */
export function FileActions({ name, number, onExport }: Props) {
  return (
    <>
      {number !== null && <ImportButton entity={{ number, title: nouns[name].title }}>Import</ImportButton>}
      <SubmitButton variant="default" run={onExport}>
        Export
      </SubmitButton>
    </>
  );
}
