import { ActionIcon, Group, Stack, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRevalidator } from 'react-router';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { Skeleton } from '../../../ui/blocks/skeleton.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import OpenDialog from '../../../ui/dialog/open-dialog.tsx';
import { useDialogGuard } from '../../../ui/form/use-dialog-guard.tsx';
import { PlainForm } from '../../../ui/plain-form.tsx';
import { usePress } from '../../../ui/use-press.ts';
import { type Kind, kinds } from '../kinds.ts';
import { categoryTexts } from './texts.ts';
import { useCategories } from './use-categories.ts';

/** Adds, renames and deletes the categories of a kind. */
export default function EditCategories({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const categories = useCategories(kind);
  const isUnsaved = categories.renamed || categories.added.trim() !== '';
  const end = () => {
    onClose();
    void revalidate();
  };
  const { guard, question } = useDialogGuard(isUnsaved, end);
  return (
    <OpenDialog title={`${kinds[kind].title} Categories`} {...guard} onClose={end}>
      {(close) => (
        <>
          <CategoryFields categories={categories} close={close} />
          {question}
        </>
      )}
    </OpenDialog>
  );
}

type Fields = { categories: ReturnType<typeof useCategories>; close: () => void };

/** What the dialog holds. */
export function CategoryFields({ categories, close }: Fields) {
  const { stored: loaded, names, renamed, rename, added, create, save, remove } = categories;
  const { press: saveAll, busy } = usePress(async () => {
    // What was typed as a new one is meant as well.
    if (added.trim() !== '' && !(await create())) return;
    if (renamed && !(await save())) return;
    if (renamed) showAlert('success', 'The categories were saved.');
    close();
  });
  if (loaded === null) return <Skeleton rows={4} />;
  if (loaded === 'failed') return <p role="alert">{categoryTexts.notLoaded}</p>;
  return (
    <Stack gap={12} fz="sm">
      <NewCategory categories={categories} />
      {names.length === 0 && <p className="soft">There are no categories yet.</p>}
      <PlainForm noValidate send={saveAll}>
        <Stack gap={6} mah="50vh" style={{ overflowY: 'auto' }}>
          {names.map(({ id, stored, name }) => (
            <Group key={id} gap={6} wrap="nowrap">
              <TextInput
                flex={1}
                aria-label={`Name of ${stored}`}
                value={name}
                maxLength={60}
                onChange={({ currentTarget }) => rename(id, currentTarget.value)}
              />
              <DeleteCategory name={stored} remove={() => remove(id)} />
            </Group>
          ))}
        </Stack>
      </PlainForm>
      <DialogButtons onCancel={close}>
        <SubmitButton run={saveAll} busy={busy}>
          Save
        </SubmitButton>
      </DialogButtons>
    </Stack>
  );
}

function DeleteCategory({ name, remove }: { name: string; remove: () => Promise<void> }) {
  const { busy, press } = usePress(remove);
  return (
    <ActionIcon aria-label={`Delete ${name}`} title={`Delete ${name}`} loading={busy} onClick={press}>
      <IconTrash size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}

function NewCategory({ categories: { added, typeAdded, create } }: Pick<Fields, 'categories'>) {
  const isEmpty = added.trim() === '';
  const { busy, press: add } = usePress(async () => {
    if (!isEmpty) await create();
  });
  return (
    <Group gap={6} align="flex-end" wrap="nowrap">
      <TextInput
        flex={1}
        data-autofocus
        label="Add New Category"
        value={added}
        maxLength={60}
        onChange={({ currentTarget }) => typeAdded(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && void add()}
      />
      <SubmitButton variant="default" run={add} busy={busy} disabled={isEmpty}>
        Add
      </SubmitButton>
    </Group>
  );
}
