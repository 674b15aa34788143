import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { imageTooLarge, largestImage } from '../../../shared/files/limits.ts';
import { showAlert, showError } from '../../../ui/alerts/alerts.ts';
import { BusyButton } from '../../../ui/buttons/busy-button.tsx';
import { WithQuestion } from '../../../ui/dialog/with-question.tsx';
import { useFocusWhenGone } from '../../../ui/hooks/use-focus-when-gone.ts';
import { useDone, useSave } from '../../../ui/hooks/use-save.ts';
import type { ShownPicture } from '../contract.ts';
import type { Kind } from '../kinds.ts';
import { imageCalls } from '../pictures/image-calls.ts';

type Props = { kind: Kind; item: { id: number } & ShownPicture };

/** Uploads a picture in place of the warehouse's, and removes it again. */
export function ChangeImage({ kind, item: { id, image_url, has_own_image } }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const change = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const save = useSave();
  const done = useDone();
  const upload = async (file: File) => {
    if (file.size > largestImage) {
      showAlert('danger', imageTooLarge);
      return;
    }
    const body = new FormData();
    body.set('file', file);
    setBusy(true);
    try {
      await done(await call(imageCalls[kind].change, { params: { id }, body }));
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const remove = () => save(imageCalls[kind].remove, { params: { id } });
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        hidden
        aria-label="Image"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) upload(file);
          // Cleared, so that the same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      {has_own_image && <RemoveImage busy={busy} onRemove={remove} next={() => change.current} />}
      <BusyButton ref={change} variant="default" busy={busy} onClick={() => input.current?.click()}>
        {image_url ? 'Change image' : 'Add image'}
      </BusyButton>
    </>
  );
}

type RemoveProps = { busy: boolean; onRemove: () => Promise<void>; next: () => HTMLElement | null };

/** The button disappears with the image: focus goes to the next one. */
function RemoveImage({ busy, onRemove, next }: RemoveProps) {
  const { place, press } = useFocusWhenGone<HTMLButtonElement>(() => next);
  const remove = () => {
    press();
    return onRemove();
  };
  return (
    <WithQuestion
      button={(ask) => (
        <Button ref={place} variant="subtle" color="gray" disabled={busy} onClick={ask}>
          Remove image
        </Button>
      )}
      title="Remove the image?"
      text="The uploaded image is deleted. If the warehouse has an image, that one is shown again."
      verb="Remove image"
      danger
      run={remove}
    />
  );
}
