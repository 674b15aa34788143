import { ActionIcon, Group, Stack, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { showAlert } from '../../ui/alerts/alerts.ts';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import OpenDialog from '../../ui/dialog/open-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { usePress } from '../../ui/use-press.ts';
import { type Kind, kinds } from '../kinds.ts';
import { categoryTexts } from './texts.ts';
import { useCategories } from './use-categories.ts';

/** Adds, renames and deletes the categories of a kind. */
export default function EditCategories({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  return (
    <OpenDialog
      title={`${kinds[kind].title} Categories`}
      onClose={() => {
        onClose();
        void revalidate();
      }}
    >
      {(close) => <Categories kind={kind} close={close} />}
    </OpenDialog>
  );
}

const Categories = ({ kind, close }: { kind: Kind; close: () => void }) => (
  <CategoryFields categories={useCategories(kind)} close={close} />
);

type Fields = { categories: ReturnType<typeof useCategories>; close: () => void };

/** What the dialog holds. */
export function CategoryFields({ categories, close }: Fields) {
  const { stored: loaded, names, isUnsaved, rename, create, save, remove } = categories;
  if (loaded === null) return <Skeleton rows={4} />;
  if (loaded === 'failed') return <p role="alert">{categoryTexts.notLoaded}</p>;
  const saveAll = async () => {
    if (isUnsaved && !(await save())) return;
    if (isUnsaved) showAlert('success', 'The categories were saved.');
    close();
  };
  return (
    <Stack gap={12} fz="sm">
      <NewCategory create={create} />
      {names.length === 0 && <p className="soft">There are no categories yet.</p>}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void saveAll();
        }}
      >
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
      </form>
      <DialogButtons onCancel={close}>
        <SubmitButton run={saveAll}>Save</SubmitButton>
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

function NewCategory({ create }: { create: (name: string) => Promise<boolean> }) {
  const [name, setName] = useState('');
  const { busy, press: add } = usePress(async () => {
    if (name.trim() !== '' && (await create(name.trim()))) setName('');
  });
  return (
    <Group gap={6} align="flex-end" wrap="nowrap">
      <TextInput
        flex={1}
        data-autofocus
        label="Add New Category"
        value={name}
        maxLength={60}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && void add()}
      />
      <SubmitButton variant="default" run={add} busy={busy} disabled={name.trim() === ''}>
        Add
      </SubmitButton>
    </Group>
  );
}
