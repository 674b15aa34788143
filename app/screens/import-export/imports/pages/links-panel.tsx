import { Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { ImportButton } from '../../../../shared/imports/import-button.tsx';
import type { ShownImport } from '../shown-import.ts';
import { PastImports } from '../widgets/past-imports.tsx';

type Props = {
  channels: readonly { slug: string; name: string }[];
  past: readonly ShownImport[];
  toExport: (channel: string) => React.ReactNode;
};

/** Imports and exports the links of a channel that is chosen here, and lists the imports of all. */
export function LinksPanel({ channels, past, toExport }: Props) {
  const [chosen, setChosen] = useState('');
  // One that was disconnected in the meantime is chosen no longer.
  const channel = (channels.find(({ slug }) => slug === chosen) ?? channels[0])?.slug ?? '';
  return (
    <Stack gap={12} pt={8}>
      <p className="soft">What each SKU of a channel is in the warehouse, and how many units one sale takes.</p>
      <Group align="end" gap="8px 16px">
        <NativeSelect
          label="Channel"
          data={channels.length === 0 ? ['None is connected'] : channels.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={channel}
          disabled={channels.length === 0}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <Group gap={8}>
          <ImportButton key={channel} entity={{ number: 4, title: 'Links', connector: channel }} disabled={channel === ''} />
          {channel !== '' && toExport(channel)}
        </Group>
      </Group>
      {past.length > 0 && <PastImports imports={past} label="Imports of links" />}
    </Stack>
  );
}
