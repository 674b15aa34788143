import { Box, Button } from '@mantine/core';
import { undoRun } from '../../../shared/runs/working/report-outcome.ts';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { DeleteButton } from '../../../ui/dialog/delete-button.tsx';
import { useDialogAddress } from '../../../ui/dialog/use-dialog-address.ts';
import type { FieldSchema } from '../../../ui/form/field-schema.ts';
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts';
import { ItemPicture } from '../../../ui/picture/item-picture.tsx';
import { CopyText } from '../../../ui/text/copy-text.tsx';
import { itemCalls } from '../items/item-calls.ts';
import { EditItemDialog } from '../items/item-dialogs.tsx';
import { type Kind, kinds } from '../kinds.ts';
import { ChangeImage } from './change-image.tsx';
import type { ItemRecord } from './read.ts';

type Props = { kind: Kind; item: ItemRecord; form: FieldSchema; actions?: React.ReactNode; tags: React.ReactNode };

/** An item's picture, name and SKU, and what can be done with it. The address says whether it is edited: `e` and links open that. */
export function RecordHeader({ kind, item, form, actions, tags }: Props) {
  const editing = useDialogAddress('edit');
  const hydrated = useHydrated();
  const { name, sku, image_url } = item;
  return (
    <Box mb={12}>
      <PageHeader
        back={{ to: kinds[kind].path, label: kinds[kind].title }}
        picture={<ItemPicture address={image_url} size={72} />}
        title={name || sku}
        beside={<CopyText text={sku} />}
        actions={
          <>
            {actions}
            <ChangeImage kind={kind} item={item} />
            <Button onClick={() => editing.open('1', { replace: true })}>Edit {kinds[kind].one}</Button>
          </>
        }
      />
      {tags}
      {hydrated && editing.value === '1' && (
        <EditItemDialog key={editing.key} kind={kind} item={{ ...item, image_url: item.own_address }} form={form} onClose={editing.close} />
      )}
    </Box>
  );
}

/** Deletes what nothing refers to, and leads to the list. */
export function DeleteItem({ kind, item }: { kind: Kind; item: ItemRecord }) {
  if (item.named_at !== null && item.gone_at === null) return null;
  return (
    <DeleteButton
      call={itemCalls[kind].delete}
      id={item.id}
      name={item.sku}
      text={`The ${kinds[kind].one} is deleted for everyone here. It cannot be deleted while orders contain it, or a channel’s SKU is linked to it.`}
      undo={undoRun}
      after={kinds[kind].path}
    />
  );
}
