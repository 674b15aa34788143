import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

/** Toggles light and dark. CSS decides which icon shows, so that nothing changes after the first paint. */
export function ThemeToggle() {
  const { toggleColorScheme } = useMantineColorScheme();
  return (
    <ActionIcon
      size={32}
      onClick={() => toggleColorScheme()}
      aria-label="Switch between light and dark"
      title="Switch between light and dark"
    >
      <IconMoon size={18} stroke={1.6} className="mantine-dark-hidden" aria-hidden />
      <IconSun size={18} stroke={1.6} className="mantine-light-hidden" aria-hidden />
    </ActionIcon>
  );
}
