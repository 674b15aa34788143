import { Button, NativeSelect, Stack, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { href, Link } from 'react-router';
import { Facts } from '../../../../ui/blocks/facts.tsx';
import { Section } from '../../../../ui/blocks/section.tsx';
import type { FieldSchema } from '../../../../ui/form/field-schema.ts';
import { FormDialog } from '../../../../ui/form/form-dialog.tsx';
import { useHydrated } from '../../../../ui/hooks/use-hydrated.ts';
import { type Profile, renamePerson } from '../contract.ts';
import { useProfileChanged } from './use-profile.ts';

/** Name, password and theme. */
export function You({ profile: { name, email }, form }: { profile: Profile; form: FieldSchema }) {
  const [isRenaming, setRenaming] = useState(false);
  const changed = useProfileChanged();
  return (
    <Section
      title="You"
      actions={
        <>
          <Button variant="default" onClick={() => setRenaming(true)}>
            Change name
          </Button>
          <Button variant="default" component={Link} to={href('/settings/password')}>
            Change password
          </Button>
        </>
      }
    >
      <Stack maw={480}>
        <Facts
          facts={[
            { label: 'Name', value: name },
            { label: 'E-mail', value: email },
          ]}
        />
        <ThemeChoice />
      </Stack>
      {isRenaming && (
        <FormDialog
          title="Change name"
          call={renamePerson}
          form={form}
          values={{ name }}
          verb="Save"
          onSaved={changed}
          onClose={() => setRenaming(false)}
        />
      )}
    </Section>
  );
}

const themes = [
  { value: 'auto', label: 'As this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Kept by the browser, as it is about a screen. */
function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const hydrated = useHydrated();
  return (
    <NativeSelect
      label="Theme"
      description="In this browser"
      data={themes}
      value={hydrated ? colorScheme : 'auto'}
      onChange={({ currentTarget }) => setColorScheme(currentTarget.value as typeof colorScheme)}
      maw={220}
    />
  );
}
