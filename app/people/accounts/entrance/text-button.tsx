import { Button } from '@mantine/core';

/** A button below a form of the entrance, as a link looks there. */
export const TextButton = (props: React.ComponentProps<'button'> & { onClick: () => void }) => (
  <Button type="button" variant="transparent" size="compact-sm" px={0} onClick={props.onClick}>
    {props.children}
  </Button>
);
