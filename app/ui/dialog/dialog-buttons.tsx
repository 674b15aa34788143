import { Button, Group } from '@mantine/core';

type Props = {
  onCancel: () => void;
  /** The way out, where Cancel could mean something else here. */
  back?: React.ReactNode;
  /** False while something runs that must not be left. */
  leavable?: boolean;
  /** True where staying is the safer choice: the way out then has the focus. */
  focused?: boolean;
  /** The button that does it. */
  children: React.ReactNode;
};

/** The end of every dialog: the way out, then the button that does it, at the right. */
export function DialogButtons({ onCancel, back = 'Cancel', leavable = true, focused = false, children }: Props) {
  return (
    <Group justify="flex-end" gap={8} mt={4} ml="auto">
      <Button variant="default" onClick={onCancel} disabled={!leavable} data-autofocus={focused || undefined}>
        {back}
      </Button>
      {children}
    </Group>
  );
}
