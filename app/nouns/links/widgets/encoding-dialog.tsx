import { EncodingChoice } from '../../../shared/imports/encoding-choice.tsx';
import type { Encoding } from '../../../shared/imports/reading/encodings/list.ts';
import { useEncodingChoice } from '../../../shared/imports/use-encoding-choice.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { listingTexts } from '../listings/listing-contract.ts';

/** A file that can be read in several ways. */
export type Unsure = { file: File; readings: readonly { encoding: Encoding; lines: string[] }[] };

type Props = { unsure: Unsure; onClose: () => void; onChoose: (encoding: Encoding) => Promise<void> };

/** Lets a person choose how a file of a channel's products is read. */
export function EncodingDialog({ unsure: { file, readings }, onClose, onChoose }: Props) {
  const { choice, submit } = useEncodingChoice(null, onChoose);
  return (
    <Dialog title={`How ${file.name} is read`} onClose={onClose}>
      <p>{listingTexts.unsure}</p>
      <EncodingChoice readings={readings} {...choice} />
      <p className="soft">Where none reads right, save the table as “CSV UTF-8” and upload that file.</p>
      <DialogButtons onCancel={onClose}>
        <SubmitButton run={submit}>Read the file this way</SubmitButton>
      </DialogButtons>
    </Dialog>
  );
}
