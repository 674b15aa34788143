import { Group } from '@mantine/core';

/** The end of every form and dialog, at its right: the ways out, then the one primary button, last. */
export const FormButtons = ({ children }: { children: React.ReactNode }) => (
  <Group justify="flex-end" gap={8} mt={4} ml="auto">
    {children}
  </Group>
);
